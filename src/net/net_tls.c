/* net_tls.c - see net_tls.h. */
#include "net_tls.h"

#include <arpa/inet.h>
#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>

struct net_tls {
    SSL_CTX *context;
    SSL *ssl;
    net_tube tube;
    char host[NET_HOST_TEXT];
    bool send_writes;    /* sending waits for the socket to be writable */
    bool receive_writes; /* receiving does: TLS has to answer first */
    char fault[128];
};

/* ---- Errors ------------------------------------------------------------- */

static void note_fault(net_tls *t)
{
    const long verdict = SSL_get_verify_result(t->ssl);
    const char *reason = ERR_reason_error_string(ERR_peek_last_error());
    ERR_clear_error();
    if (t->fault[0])
        return; /* the first fault is the cause */
    if (verdict != X509_V_OK)
        (void)snprintf(t->fault, sizeof t->fault,
                       "the server's certificate cannot be trusted: %s",
                       X509_verify_cert_error_string(verdict));
    else
        (void)snprintf(t->fault, sizeof t->fault, "cannot establish TLS: %s",
                       reason ? reason : "the server closed the connection");
}

/* Translates the result into that of send() or recv(). */
static ssize_t finish_call(net_tls *t, int result, size_t done,
                           bool *ret_writes)
{
    const int system = errno;
    const int error = SSL_get_error(t->ssl, result);
    *ret_writes = error == SSL_ERROR_WANT_WRITE;
    if (result > 0)
        return (ssize_t)done;
    if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE) {
        errno = EAGAIN;
        return -1;
    }
    if (error == SSL_ERROR_ZERO_RETURN && SSL_is_init_finished(t->ssl))
        return 0;
    if (error == SSL_ERROR_SYSCALL) { /* an error of the socket */
        ERR_clear_error();
        errno = system ? system : ECONNRESET;
        return -1;
    }
    note_fault(t);
    errno = EPROTO;
    return -1;
}

/* ---- The tube ----------------------------------------------------------- */

static bool attach_socket(net_tls *t, int fd)
{
    ERR_clear_error();
    errno = 0;
    return SSL_get_fd(t->ssl) == fd || SSL_set_fd(t->ssl, fd) == 1;
}

static ssize_t send_through(void *context, int fd, const void *bytes,
                            size_t length)
{
    net_tls *t = context;
    size_t done = 0;
    if (!attach_socket(t, fd))
        return -1;
    const int result = SSL_write_ex(t->ssl, bytes, length, &done);
    return finish_call(t, result, done, &t->send_writes);
}

static ssize_t receive_through(void *context, int fd, void *bytes,
                               size_t length)
{
    net_tls *t = context;
    size_t done = 0;
    if (!attach_socket(t, fd))
        return -1;
    const int result = SSL_read_ex(t->ssl, bytes, length, &done);
    return finish_call(t, result, done, &t->receive_writes);
}

/* ---- Creating and destroying -------------------------------------------- */

/* Requires the certificate to be for this host. */
static bool expect_host(SSL *ssl, char *host)
{
    unsigned char address[sizeof(struct in6_addr)];
    if (inet_pton(AF_INET, host, address) == 1 ||
        inet_pton(AF_INET6, host, address) == 1)
        return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1;
    SSL_set_hostflags(ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    return SSL_set1_host(ssl, host) == 1 &&
           SSL_set_tlsext_host_name(ssl, host) == 1;
}

static bool prepare_tls(net_tls *t)
{
    static const unsigned char protocols[] = "\x08http/1.1";
    t->context = SSL_CTX_new(TLS_client_method());
    if (!t->context ||
        SSL_CTX_set_min_proto_version(t->context, TLS1_2_VERSION) != 1)
        return false;
    /* If this fails nobody is trusted, and no certificate is accepted. */
    (void)SSL_CTX_set_default_verify_paths(t->context);
    SSL_CTX_set_verify(t->context, SSL_VERIFY_PEER, NULL);
    /* WebSocket frames have lengths, so that a missing TLS end is harmless. */
    SSL_CTX_set_options(t->context, SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_mode(t->context, SSL_MODE_ENABLE_PARTIAL_WRITE |
                                     SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    t->ssl = SSL_new(t->context);
    if (!t->ssl || !expect_host(t->ssl, t->host) ||
        SSL_set_alpn_protos(t->ssl, protocols, sizeof protocols - 1) != 0)
        return false;
    SSL_set_connect_state(t->ssl);
    return true;
}

net_tls *net_tls_create(const char *host)
{
    net_tls *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    (void)snprintf(t->host, sizeof t->host, "%s", host);
    t->tube = (net_tube){send_through, receive_through, t};
    if (!prepare_tls(t)) {
        net_tls_destroy(t);
        return NULL;
    }
    return t;
}

void net_tls_destroy(net_tls *t)
{
    if (!t)
        return;
    SSL_free(t->ssl);
    SSL_CTX_free(t->context);
    free(t);
}

void net_tls_end(net_tls *t)
{
    if (SSL_is_init_finished(t->ssl) && !t->fault[0])
        (void)SSL_shutdown(t->ssl);
    ERR_clear_error();
}

/* ---- Questions ---------------------------------------------------------- */

const net_tube *net_tls_tube(const net_tls *t)
{
    return &t->tube;
}

bool net_tls_writes(const net_tls *t, bool unsent)
{
    return (unsent && t->send_writes) || t->receive_writes;
}

const char *net_tls_fault(const net_tls *t)
{
    return t->fault;
}
