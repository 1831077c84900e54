/** Errors as sentences that say what to do next. */

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
  ENOENT: (error) => `there is no ${thing(error)}; check the path`,
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
  const sentence = isSystemError(error) ? SENTENCES[error.code] : undefined
  return sentence === undefined ? error.message : sentence(error as SystemError)
}

function isSystemError(error: Error): error is SystemError {
  return 'code' in error && typeof error.code === 'string' && 'syscall' in error
}

function forbidden(error: SystemError): string {
  const isPort = error.port !== undefined
  if (isPort) return `the port ${error.port} may not be taken by this user; give one above 1023 (--port)`
  return `${thing(error)} may not be read or written by this user; check its owner and its mode`
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
