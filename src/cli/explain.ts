/** Converts errors to sentences with advice for the next step. */
import { existsSync } from 'node:fs'
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

/** Sentences by error code of the system (errno(3)). */
const SENTENCES: Readonly<Record<string, (error: SystemError) => string>> = {
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: readOnly,
  ENOENT: missing,
  ENOTDIR: (error) => `a part of ${pathOf(error)} is a file, not a directory; check the path`,
  EISDIR: (error) => `${pathOf(error)} is a directory; give the path of a file`,
  EEXIST: (error) =>
    error.syscall === 'mkdir'
      ? `${pathOf(error)} is a file, not a directory; give a directory (--data)`
      : `${pathOf(error)} exists; give another name, or remove it first`,
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: (error) => `${full(error)}, or raise the limit on file sizes (ulimit -f)`,
  EMFILE: () => 'this process has too many open files; raise the limit (ulimit -n)',
  EADDRINUSE: ({ address, port }) =>
    `port ${port} of ${address} is in use by another process; stop that process, or give another port (--port, --ops-port, --proxy-port)`,
  ENOTFOUND: unknownName,
  EAI_AGAIN: unknownName,
  EADDRNOTAVAIL: ({ address }) =>
    `this machine does not have the address ${address}; give another one (--host, --ops-host)`,
}

/** A sentence about an error, with a hint if there is one, and without a full stop. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof Refusal) return withHint(error)
  const sentence = isSystemError(error) ? SENTENCES[error.code] : undefined
  return sentence === undefined ? error.message : sentence(error as SystemError)
}

/**
 * Hints after the messages of refusals. The hints name commands. The domain does not know the commands, so its messages
 * cannot name them.
 */
const HINTS: Partial<Readonly<Record<RefusalReason, string>>> = {
  'user-not-found': 'check the spelling, or create the user with "aviary user create"',
  'app-not-found': '"aviary app list" lists all apps',
  'token-not-found': '"aviary token list" lists all valid tokens',
  'project-not-found': '"aviary project list" lists all projects',
  'account-not-found':
    '"aviary console list" lists all accounts, "aviary stream-account create" creates one with a stream',
  'console-user-not-found':
    '"aviary console list" lists all console users, and "aviary console create" makes one',
  'webhook-not-found': '"aviary webhook list APP_ID" lists the webhooks of an app',
  'delivery-not-found': '"aviary webhook deliveries WEBHOOK_ID" lists the logged deliveries',
  'post-not-found': 'check the id',
  'report-not-found': '"aviary report list --state all" lists all reports',
  'invitation-invalid': '"aviary invitation list" lists all invitations',
  'sign-up-not-found': '"aviary sign-up list" lists the sign-ups that wait',
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
  if (isPort) return `this user may not listen on port ${error.port}; give a port above 1023 (--port)`
  return `this user may not read or write ${pathOf(error)}; check its owner and its mode`
}

function readOnly(error: SystemError): string {
  return `${pathOf(error)} is on a read-only file system; give another path`
}

/**
 * A sentence about a missing path. Files are first written with the extension `.partial`, so a missing
 * `.partial` file means a missing directory.
 */
function missing(error: SystemError): string {
  const { path = '', syscall } = error
  // A recursive mkdir of Node on a read-only file system reports ENOENT.
  if (syscall === 'mkdir' && existsSync(dirname(path))) return readOnly(error)
  if (!path.endsWith('.partial')) return `${pathOf(error)} does not exist; check the path`
  return `the directory ${dirname(path)} does not exist; check the path, or create it first`
}

function unknownName({ hostname }: SystemError): string {
  return `the host name ${hostname} has no address; give an address or another name (--host, --ops-host, --database)`
}

function full(error: SystemError): string {
  return `no disk space is left for ${pathOf(error)}; free some`
}

function pathOf({ path }: SystemError): string {
  return path ?? 'the file'
}
