/* Conversations with ugi_run() over pipes. The player in them does what the
 * test needs: answers at once, or thinks until it is told to stop. Every wait
 * is for something that must happen; nothing depends on how long it takes. */
#include "check.h"

#include "protocol_run.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- A player for tests ------------------------------------------------- */

typedef struct puppet {
    bool patient; /* without nodes, thinks until it is told to stop */
    bool slow;    /* with nodes, takes its time unless it is told to stop */
    int fails;    /* a negative errno: think and prepare fail with it */
    atomic_int thoughts, analyses, stops, new_games;
    _Atomic int64_t value; /* of its option */
    oxo_value says;
} puppet;

static int puppet_set(void *self, int option, int64_t value)
{
    puppet *u = self;
    assert_int_equal(option, 0);
    u->value = value;
    return 0;
}

static int puppet_prepare(void *self, oxo_variant variant)
{
    (void)variant;
    const puppet *u = self;
    return u->fails;
}

static void puppet_new_game(void *self)
{
    puppet *u = self;
    atomic_fetch_add(&u->new_games, 1);
}

/* The first legal move, the next best reply, and a report of both. */
static int puppet_think(void *self, const player_task *task,
                        player_choice *ret)
{
    puppet *u = self;
    atomic_fetch_add(&u->thoughts, 1);
    atomic_fetch_add(&u->analyses, task->limits.analysis);
    const oxo_limits *l = &task->limits;
    while (u->patient && !l->nodes && !oxo_stop_is_set(l->stop))
        sched_yield();
    for (int i = 0; u->slow && i < 20000 && !oxo_stop_is_set(l->stop); i++)
        sched_yield();
    atomic_fetch_add(&u->stops, oxo_stop_is_set(l->stop));
    if (u->fails)
        return u->fails;
    oxo_move moves[OXO_MAX_MOVES];
    oxo_search_info info = {.depth = 2,
                            .deepest = 3,
                            .rank = 1,
                            .nodes = 20,
                            .time = 10,
                            .hash_full = 4};
    info.line.value = u->says;
    oxo_position_moves(&task->position, moves);
    *ret = (player_choice){moves[0], OXO_NO_MOVE, 5};
    info.line.moves[info.line.length++] = moves[0];
    const oxo_position next = oxo_position_play(&task->position, moves[0]);
    if (oxo_position_moves(&next, moves) > 0)
        info.line.moves[info.line.length++] = ret->reply = moves[0];
    task->report(&info, task->context);
    return 0;
}

static const player_option puppet_options[] = {{"Hash", 1, 64, 16}, {0}};

static player puppet_player(puppet *u)
{
    return (player){
        .name = "puppet",
        .author = "nobody",
        .variants = 1 << OXO_CLASSIC | 1 << OXO_ULTIMATE,
        .options = puppet_options,
        .bench_limits = {.nodes = 1},
        .self = u,
        .set_option = puppet_set,
        .prepare = puppet_prepare,
        .new_game = puppet_new_game,
        .think = puppet_think,
    };
}

/* ---- A conversation ----------------------------------------------------- */

typedef struct talk {
    puppet puppet;
    player player;
    pthread_t thread;
    FILE *engine_in, *engine_out; /* its ends of the pipes */
    FILE *to, *from;              /* ours */
    atomic_bool quit;
    int result;
} talk;

static void *run_engine(void *context)
{
    talk *t = context;
    t->result = ugi_run(&t->player, t->engine_in, t->engine_out, &t->quit);
    fclose(t->engine_out); /* so that we read to an end */
    return NULL;
}

static void open_pipe(FILE **ret_read, FILE **ret_write)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    *ret_read = fdopen(ends[0], "r");
    *ret_write = fdopen(ends[1], "w");
    assert_non_null(*ret_read);
    assert_non_null(*ret_write);
}

static void begin(talk *t, puppet u)
{
    t->puppet = u;
    atomic_init(&t->quit, false);
    t->player = puppet_player(&t->puppet);
    open_pipe(&t->engine_in, &t->to);
    open_pipe(&t->from, &t->engine_out);
    assert_int_equal(pthread_create(&t->thread, NULL, run_engine, t), 0);
}

static void say(talk *t, const char *text)
{
    fputs(text, t->to);
    assert_int_equal(fflush(t->to), 0);
}

/* The next line must be this one. */
static void expect(talk *t, const char *line)
{
    char got[2048] = "(end)\n";
    if (fgets(got, sizeof got, t->from))
        assert_non_null(strchr(got, '\n'));
    *strchr(got, '\n') = '\0';
    assert_string_equal(got, line);
}

/* Everything that was said has been dealt with. */
static void expect_silence(talk *t)
{
    say(t, "isready\n");
    expect(t, "readyok");
}

/* Closes our side, which ends the conversation, and expects no more words. */
static void end(talk *t)
{
    fclose(t->to);
    expect(t, "(end)");
    pthread_join(t->thread, NULL);
    fclose(t->from);
    fclose(t->engine_in);
    assert_int_equal(t->result, 0);
}

#define INFO                                                                  \
    "info depth 2 seldepth 3 multipv 1 score cp 0 wdl 0 0 0 nodes 20 nps "    \
    "2000 hashfull 4 time 10 pv "

/* ---- Introductions, options, positions ---------------------------------- */

static void ugi_is_answered_by_name_options_and_ugiok(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){0});
    say(&t, "ugi\n");
    expect(&t, "id name puppet");
    expect(&t, "id author nobody");
    expect(&t, "option name Hash type spin default 16 min 1 max 64");
    expect(&t, "option name UGI_Variant type combo default ultimate "
               "var classic var ultimate");
    expect(&t, "ugiok");
    end(&t);
}

static void garbage_is_ignored(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){0});
    say(&t, "\n \nhello\n\x01\xff\xfe%n%s\nUGI\n");
    expect_silence(&t);
    end(&t);
}

static void overlong_line_is_discarded_whole(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){0});
    say(&t, "isready ");
    for (int i = 0; i < 500; i++)
        say(&t, "isready ");
    say(&t, "\nquery p1turn\n");
    expect(&t, "response true");
    end(&t);
}

static void last_line_needs_no_end(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){0});
    say(&t, "isready");
    fclose(t.to);
    expect(&t, "readyok");
    expect(&t, "(end)");
    pthread_join(t.thread, NULL);
    fclose(t.from);
    fclose(t.engine_in);
}

static void options_are_set_within_their_bounds(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){0});
    say(&t, "setoption name hash value 64\n");
    expect_silence(&t);
    assert_int_equal(t.puppet.value, 64);
    say(&t, "setoption name Hash value 65\n");
    expect(&t, "info string option 'Hash' cannot be '65'");
    say(&t, "setoption name Hash value much\n");
    expect(&t, "info string option 'Hash' cannot be 'much'");
    say(&t, "setoption\n");
    expect(&t, "info string setoption needs a name");
    expect_silence(&t);
    assert_int_equal(t.puppet.value, 64);
    end(&t);
}

static void an_unknown_option_is_named(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){0});
    say(&t, "setoption name Nonsense value 1\n");
    expect(&t, "info string unknown option 'Nonsense'");
    say(&t, "setoption name H\x07sh value 2\n");
    expect(&t, "info string unknown option 'H?sh'");
    expect_silence(&t);
    end(&t);
}

static void variant_changes_to_its_start(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){0});
    say(&t, "position startpos moves ee\n"
            "setoption name UGI_Variant value classic\nquery fen\n");
    expect(&t, "response 3/3/3 x");
    say(&t, "position startpos moves e a\nquery fen\n");
    expect(&t, "response o2/1x1/3 x");
    say(&t, "setoption name UGI_Variant value classic\nquery fen\n");
    expect(&t, "response o2/1x1/3 x");
    say(&t, "setoption name UGI_Variant value ultimate-cg\n");
    expect(&t, "info string option 'UGI_Variant' cannot be 'ultimate-cg'");
    say(&t, "setoption name UGI_Variant value chess\n");
    expect(&t, "info string option 'UGI_Variant' cannot be 'chess'");
    end(&t);
}

static void illegal_move_leaves_the_position_as_it_was(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){0});
    say(&t, "position startpos moves ee ea\nposition startpos moves ee aa\n");
    expect(&t, "info string illegal move 'aa': the last move sends this one "
               "to another board");
    say(&t, "position startpos moves ee zz\n");
    expect(&t, "info string illegal move 'zz': the text is not in the "
               "expected form");
    say(&t, "query fen\n");
    expect(&t, "response 9/9/9/9/o3x4/9/9/9/9 x a");
    end(&t);
}

static void bad_fen_leaves_the_position_as_it_was(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){0});
    say(&t, "position fen 9/9/9/9/o3x4/9/9/9/9 x a moves aa\n"
            "position fen 9/9/9 x -\n");
    expect(&t, "info string bad fen, column 6: a / is expected");
    say(&t, "position\n");
    expect(&t, "info string position needs startpos or fen");
    say(&t, "query fen\n");
    expect(&t, "response x8/9/9/9/o3x4/9/9/9/9 o a");
    end(&t);
}

static void queries_tell_how_the_game_stands(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){0});
    say(&t, "setoption name UGI_Variant value classic\n"
            "position startpos moves a d b e\n"
            "query p1turn\nquery gameover\nquery result\nquery legalmoves\n");
    expect(&t, "response true");
    expect(&t, "response false");
    expect(&t, "response none");
    expect(&t, "response c f g h i");
    say(&t, "position startpos moves a d b e c\n"
            "query p1turn\nquery gameover\nquery result\nquery legalmoves\n");
    expect(&t, "response false");
    expect(&t, "response true");
    expect(&t, "response p1win");
    expect(&t, "response");
    say(&t, "position startpos moves a d b e i f\nquery result\n");
    expect(&t, "response p2win");
    say(&t, "position startpos moves e a c g d f b h i\nquery result\n");
    expect(&t, "response draw");
    end(&t);
}

/* ---- Thinking ----------------------------------------------------------- */

static void go_is_answered_by_info_and_best_move(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){0});
    say(&t, "position startpos moves ee\ngo nodes 1\n");
    expect(&t, INFO "ea aa");
    expect(&t, "bestmove ea ponder aa");
    end(&t);
}

static void go_tells_all_that_it_does_not_take_as_it_is(void **state)
{
    (void)state;
    static const char *const orders[] = {"go nodes 0 foo\n",
                                         "go foo nodes 0\n"};
    for (int i = 0; i < 2; i++) {
        talk t;
        begin(&t, (puppet){0});
        say(&t, "position startpos moves ee\n");
        say(&t, orders[i]);
        expect(&t, "info string go: unknown argument: expected movetime, "
                   "nodes, depth, p1time, p2time, p1inc, p2inc, infinite or "
                   "ponder");
        expect(&t, "info string go: a limit below 1 becomes 1");
        expect(&t, INFO "ea aa");
        expect(&t, "bestmove ea ponder aa");
        end(&t);
    }
}

static void scores_are_estimates_mates_or_zero(void **state)
{
    (void)state;
    static const struct {
        oxo_value says;
        const char *score;
    } cases[] = {
        {{OXO_ESTIMATED, 0, -37, {200, 300, 500}}, "cp -37 wdl 200 300 500"},
        {{OXO_PROVEN_WIN, 1, 0, {1000, 0, 0}}, "mate 1 wdl 1000 0 0"},
        {{OXO_PROVEN_WIN, 5, 0, {1000, 0, 0}}, "mate 3 wdl 1000 0 0"},
        {{OXO_PROVEN_LOSS, 2, 0, {0, 0, 1000}}, "mate -1 wdl 0 0 1000"},
        {{OXO_PROVEN_LOSS, 1, 0, {0, 0, 1000}}, "mate -1 wdl 0 0 1000"},
        {{OXO_PROVEN_DRAW, 9, 0, {0, 1000, 0}}, "cp 0 wdl 0 1000 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        talk t;
        char line[256];
        begin(&t, (puppet){.says = cases[i].says});
        say(&t, "go nodes 1\n");
        snprintf(line, sizeof line,
                 "info depth 2 seldepth 3 multipv 1 score %s nodes 20 nps "
                 "2000 hashfull 4 time 10 pv aa ab",
                 cases[i].score);
        expect(&t, line);
        expect(&t, "bestmove aa ponder ab");
        end(&t);
    }
}

static void last_move_has_no_reply_to_ponder_on(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){0});
    say(&t, "setoption name UGI_Variant value classic\n"
            "position startpos moves b d c e\ngo nodes 1\n");
    expect(&t, INFO "a");
    expect(&t, "bestmove a");
    end(&t);
}

static void finished_game_has_no_best_move(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){0});
    say(&t, "setoption name UGI_Variant value classic\n"
            "position startpos moves a d b e c\ngo nodes 1\n");
    expect(&t, "bestmove none");
    say(&t, "go infinite\nisready\n");
    expect(&t, "readyok");
    say(&t, "stop\n");
    expect(&t, "bestmove none");
    assert_int_equal(t.puppet.thoughts, 0);
    end(&t);
}

static void answer_may_be_followed_by_go_at_once(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){0});
    for (int i = 0; i < 200; i++) {
        say(&t, "go nodes 1\n");
        expect(&t, INFO "aa ab");
        expect(&t, "bestmove aa ponder ab");
    }
    end(&t);
}

static void stop_and_ponderhit_without_thinking_do_nothing(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){.patient = true});
    say(&t, "stop\nponderhit\nstop\n");
    expect_silence(&t);
    assert_int_equal(t.puppet.stops, 0);
    say(&t, "go infinite\n");
    expect_silence(&t);
    say(&t, "ponderhit\n");
    expect_silence(&t);
    say(&t, "stop\n");
    expect(&t, INFO "aa ab");
    expect(&t, "bestmove aa ponder ab");
    assert_int_equal(t.puppet.stops, 1);
    end(&t);
}

static void isready_and_query_are_answered_while_thinking(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){.patient = true});
    say(&t, "go infinite\nisready\nquery gameover\n");
    expect(&t, "readyok");
    expect(&t, "response false");
    say(&t, "stop\n");
    expect(&t, INFO "aa ab");
    expect(&t, "bestmove aa ponder ab");
    end(&t);
}

static void
commands_that_would_disturb_are_refused_while_thinking(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){.patient = true});
    say(&t, "go infinite\ngo nodes 1\n");
    expect(&t, "info string thinking: go ignored");
    say(&t, "setoption name Hash value 2\n");
    expect(&t, "info string thinking: setoption ignored");
    say(&t, "uginewgame\n");
    expect(&t, "info string thinking: uginewgame ignored");
    say(&t, "bench\n");
    expect(&t, "info string thinking: bench ignored");
    assert_int_equal(t.puppet.new_games, 0);
    say(&t, "stop\n");
    expect(&t, INFO "aa ab");
    expect(&t, "bestmove aa ponder ab");
    assert_int_equal(t.puppet.value, 0);
    end(&t);
}

/* The thought is of the old position, in the old variant. */
static void position_may_change_while_thinking(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){.patient = true});
    say(&t, "go infinite\nposition startpos moves ee\nquery fen\n");
    expect(&t, "info string thinking: the next go uses the new position");
    expect(&t, "response 9/9/9/9/4x4/9/9/9/9 o e");
    say(&t, "position startpos moves ee ee\n");
    expect(&t, "info string illegal move 'ee': that cell is already taken");
    say(&t, "stop\n");
    expect(&t, INFO "aa ab");
    expect(&t, "bestmove aa ponder ab");
    end(&t);
}

/* A board that has seen the answer, or will not wait for it, is right. */
static void position_behind_stop_is_taken_without_a_word(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){.patient = true});
    say(&t, "go infinite\nstop\nposition startpos moves ee\nquery fen\n");
    expect(&t, INFO "aa ab");
    expect(&t, "bestmove aa ponder ab");
    expect(&t, "response 9/9/9/9/4x4/9/9/9/9 o e");
    end(&t);
}

static void stop_is_obeyed_before_the_next_go(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){.patient = true});
    for (int i = 0; i < 50; i++) {
        say(&t, "go infinite\nstop\ngo nodes 1\n");
        expect(&t, INFO "aa ab");
        expect(&t, "bestmove aa ponder ab");
        expect(&t, INFO "aa ab");
        expect(&t, "bestmove aa ponder ab");
    }
    end(&t);
}

/* Even if the player has nothing more to think about. */
static void infinite_answer_waits_for_stop(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){.patient = false});
    say(&t, "go infinite\n");
    expect(&t, INFO "aa ab");
    expect_silence(&t);
    say(&t, "stop\n");
    expect(&t, "bestmove aa ponder ab");
    end(&t);
}

static void ponderhit_turns_pondering_into_thinking(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){.patient = true});
    say(&t, "go ponder nodes 1\n");
    expect_silence(&t);
    say(&t, "ponderhit\n");
    expect(&t, INFO "aa ab"); /* what pondering found */
    expect(&t, INFO "aa ab"); /* and what thinking did */
    expect(&t, "bestmove aa ponder ab");
    assert_int_equal(t.puppet.thoughts, 2);
    end(&t);
}

static void pondering_that_was_wrong_is_stopped(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){.patient = true});
    say(&t, "go ponder nodes 1\nstop\n");
    expect(&t, INFO "aa ab");
    expect(&t, "bestmove aa ponder ab");
    assert_int_equal(t.puppet.thoughts, 1);
    end(&t);
}

/* Or thinking could not use what pondering has found. */
static void pondering_is_for_a_move_and_infinite_an_analysis(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){0});
    say(&t, "go ponder nodes 1\nponderhit\n");
    expect(&t, INFO "aa ab");
    expect(&t, INFO "aa ab");
    expect(&t, "bestmove aa ponder ab");
    assert_int_equal(t.puppet.analyses, 0);
    say(&t, "go infinite\nstop\n");
    expect(&t, INFO "aa ab");
    expect(&t, "bestmove aa ponder ab");
    assert_int_equal(t.puppet.analyses, 1);
    end(&t);
}

/* ---- The end ------------------------------------------------------------ */

static void quit_while_thinking_still_answers(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){.patient = true});
    say(&t, "go infinite\nquit\nisready\n");
    expect(&t, INFO "aa ab");
    expect(&t, "bestmove aa ponder ab");
    end(&t);
}

static void quit_stops_a_search_with_limits(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){.patient = true});
    say(&t, "go movetime 1000000000\nquit\n");
    expect(&t, INFO "aa ab");
    expect(&t, "bestmove aa ponder ab");
    end(&t);
}

/* The puppet would think for ever. */
static void end_of_input_stops_what_waits_for_another_word(void **state)
{
    (void)state;
    static const char *const searches[] = {"go infinite\n", "go\n",
                                           "go ponder movetime 1000000000\n",
                                           "go p2time 1000000000\n"};
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        talk t;
        begin(&t, (puppet){.patient = true});
        say(&t, searches[i]);
        fclose(t.to);
        expect(&t, INFO "aa ab");
        expect(&t, "bestmove aa ponder ab");
        expect(&t, "(end)");
        pthread_join(t.thread, NULL);
        fclose(t.from);
        fclose(t.engine_in);
    }
}

static void end_of_input_lets_a_search_with_a_limit_finish(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){.slow = true});
    say(&t, "go nodes 5\n");
    fclose(t.to);
    expect(&t, INFO "aa ab");
    expect(&t, "bestmove aa ponder ab");
    expect(&t, "(end)");
    pthread_join(t.thread, NULL);
    assert_int_equal(t.puppet.stops, 0);
    assert_int_equal(t.result, 0);
    fclose(t.from);
    fclose(t.engine_in);
}

static void being_told_to_quit_behind_the_end_of_input_stops(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){.patient = true});
    say(&t, "go movetime 1000000000\n");
    fclose(t.to);
    while (atomic_load(&t.puppet.thoughts) == 0)
        sched_yield();
    atomic_store(&t.quit, true);
    expect(&t, INFO "aa ab");
    expect(&t, "bestmove aa ponder ab");
    expect(&t, "(end)");
    pthread_join(t.thread, NULL);
    fclose(t.from);
    fclose(t.engine_in);
}

static void player_that_fails_still_moves(void **state)
{
    (void)state;
    talk t;
    begin(&t, (puppet){.fails = -ENOMEM});
    say(&t, "isready\n");
    expect(&t, "info string cannot think: out of memory");
    expect(&t, "readyok");
    say(&t, "position startpos moves ee\ngo nodes 1\n");
    expect(&t, "info string cannot think: out of memory");
    expect(&t, "bestmove ea");
    say(&t, "bench\n");
    expect(&t, "info string cannot think: out of memory");
    end(&t);
}

static void output_that_fails_ends_the_conversation(void **state)
{
    (void)state;
    puppet u = {0};
    const player p = puppet_player(&u);
    char input[] = "isready\nisready\nisready\n";
    FILE *in = fmemopen(input, sizeof input - 1, "r");
    FILE *out = fopen("/dev/full", "w");
    assert_non_null(in);
    assert_non_null(out);
    assert_int_equal(ugi_run(&p, in, out, NULL), -EIO);
    fclose(in);
    fclose(out);
}

static void bench_counts_nodes_of_fresh_games(void **state)
{
    (void)state;
    talk t;
    char line[256];
    begin(&t, (puppet){0});
    say(&t, "bench\n");
    do
        assert_non_null(fgets(line, sizeof line, t.from));
    while (strncmp(line, "info ", 5) == 0);
    assert_string_equal(line, "bench 60\n");
    assert_int_equal(t.puppet.thoughts, 12);
    assert_int_equal(t.puppet.new_games, 13);
    end(&t);
}

TEST_GROUP("protocol-ugi")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ugi_is_answered_by_name_options_and_ugiok),
        cmocka_unit_test(garbage_is_ignored),
        cmocka_unit_test(overlong_line_is_discarded_whole),
        cmocka_unit_test(last_line_needs_no_end),
        cmocka_unit_test(options_are_set_within_their_bounds),
        cmocka_unit_test(an_unknown_option_is_named),
        cmocka_unit_test(variant_changes_to_its_start),
        cmocka_unit_test(illegal_move_leaves_the_position_as_it_was),
        cmocka_unit_test(bad_fen_leaves_the_position_as_it_was),
        cmocka_unit_test(queries_tell_how_the_game_stands),
        cmocka_unit_test(go_is_answered_by_info_and_best_move),
        cmocka_unit_test(go_tells_all_that_it_does_not_take_as_it_is),
        cmocka_unit_test(scores_are_estimates_mates_or_zero),
        cmocka_unit_test(last_move_has_no_reply_to_ponder_on),
        cmocka_unit_test(finished_game_has_no_best_move),
        cmocka_unit_test(answer_may_be_followed_by_go_at_once),
        cmocka_unit_test(stop_and_ponderhit_without_thinking_do_nothing),
        cmocka_unit_test(isready_and_query_are_answered_while_thinking),
        cmocka_unit_test(
            commands_that_would_disturb_are_refused_while_thinking),
        cmocka_unit_test(position_may_change_while_thinking),
        cmocka_unit_test(position_behind_stop_is_taken_without_a_word),
        cmocka_unit_test(stop_is_obeyed_before_the_next_go),
        cmocka_unit_test(infinite_answer_waits_for_stop),
        cmocka_unit_test(ponderhit_turns_pondering_into_thinking),
        cmocka_unit_test(pondering_that_was_wrong_is_stopped),
        cmocka_unit_test(pondering_is_for_a_move_and_infinite_an_analysis),
        cmocka_unit_test(quit_while_thinking_still_answers),
        cmocka_unit_test(quit_stops_a_search_with_limits),
        cmocka_unit_test(end_of_input_stops_what_waits_for_another_word),
        cmocka_unit_test(end_of_input_lets_a_search_with_a_limit_finish),
        cmocka_unit_test(being_told_to_quit_behind_the_end_of_input_stops),
        cmocka_unit_test(player_that_fails_still_moves),
        cmocka_unit_test(output_that_fails_ends_the_conversation),
        cmocka_unit_test(bench_counts_nodes_of_fresh_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
