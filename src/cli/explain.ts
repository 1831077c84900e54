/** Errors as sentences that say what to do next. */
import { dirname } from 'node:path'
import { Refusal, type RefusalReason } from '../domain/context.ts'

interface SystemError extends Error {
  readonly code: string
  readonly syscall: string
  readonly path?: string
  readonly hostname?: string
  readonly address?: string
  readonly port?: number
}

/** What the system's codes (errno(3)) mean to somebody who typed a command. */
const SENTENCES: Readonly<Record<string, (error: SystemError) => string>> = {
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: (error) => `${thing(error)} is on a file system that may only be read; give another place`,
  ENOENT: missing,
  ENOTDIR: (error) => `a part of ${thing(error)} is a file and no directory; check the path`,
  EISDIR: (error) => `${thing(error)} is a directory; give the path of a file`,
  EEXIST: (error) =>
    error.syscall === 'mkdir'
      ? `${thing(error)} is a file and no directory; give a directory (--data)`
      : `${thing(error)} exists; give another name, or remove it first`,
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: (error) => `${full(error)}, or raise the limit on file sizes (ulimit -f)`,
  EMFILE: () => 'this process may open no more files; raise the limit (ulimit -n)',
  EADDRINUSE: ({ address, port }) =>
    `the port ${port} of ${address} is taken by another process; stop that one, or give another port (--port, --ops-port)`,
  ENOTFOUND: unknownName,
  EAI_AGAIN: unknownName,
  EADDRNOTAVAIL: ({ address }) =>
    `this machine has no address ${address}; give another one (--host, --ops-host)`,
}

/** The sentence for an error, without a full stop where it has none of its own. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof Refusal) return withHint(error)
  const sentence = isSystemError(error) ? SENTENCES[error.code] : undefined
  return sentence === undefined ? error.message : sentence(error as SystemError)
}

/** Commands that help after a refusal, which the domain does not know. */
const HINTS: Partial<Readonly<Record<RefusalReason, string>>> = {
  'user-not-found': 'check the spelling, or make the user with "aviary user create"',
  'app-not-found': '"aviary app list" shows those that exist',
  'token-not-found': '"aviary token list" shows those that live',
  'project-not-found': '"aviary project list" shows those that exist',
  'account-not-found':
    '"aviary console list" shows those that exist, "aviary stream-account create" makes one with its stream',
  'console-user-not-found': '"aviary console list" shows those that exist',
  'webhook-not-found': '"aviary webhook list APP_ID" shows those of an app',
  'delivery-not-found': '"aviary webhook deliveries WEBHOOK_ID" shows those that are kept',
  'post-not-found': 'check the id',
}

function withHint({ reason, message }: Refusal): string {
  const hint = HINTS[reason]
  return hint === undefined || message.includes(';') ? message : `${message}; ${hint}`
}

function isSystemError(error: Error): error is SystemError {
  return 'code' in error && typeof error.code === 'string' && 'syscall' in error
}

function forbidden(error: SystemError): string {
  const isPort = error.port !== undefined
  if (isPort) return `the port ${error.port} may not be taken by this user; give one above 1023 (--port)`
  return `${thing(error)} may not be read or written by this user; check its owner and its mode`
}

/** Files are written under another name first: its absence is that of the directory. */
function missing(error: SystemError): string {
  const { path = '' } = error
  if (!path.endsWith('.partial')) return `there is no ${thing(error)}; check the path`
  return `there is no directory ${dirname(path)}; check the path, or make it first`
}

function unknownName({ hostname }: SystemError): string {
  return `the name ${hostname} leads nowhere; give an address or another name (--host, --ops-host, --database)`
}

function full(error: SystemError): string {
  return `there is no room left for ${thing(error)}; free some disk space`
}

function thing({ path }: SystemError): string {
  return path ?? 'the file'
}
