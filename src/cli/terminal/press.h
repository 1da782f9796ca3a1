/* press.h - codes of keys. */
#ifndef TERMINAL_PRESS_H
#define TERMINAL_PRESS_H

/* Keys that are not characters; all others are Unicode characters. */
enum {
    PRESS_UP = 0x110000, /* after the last Unicode character */
    PRESS_DOWN,
    PRESS_LEFT,
    PRESS_RIGHT,
    PRESS_HOME,
    PRESS_END,
    PRESS_ENTER,
    PRESS_TAB,
    PRESS_ESCAPE,
    PRESS_ERASE,
    PRESS_HELP
};

#endif /* TERMINAL_PRESS_H */
