/** The field `repository` of the published package. Provenance needs this field. */
import { spawnSync } from 'node:child_process'
import { ROOT } from '../root.ts'

export interface Repository {
  readonly type: 'git'
  readonly url: string
}

/** `user@host:owner/name.git`, the short form of ssh. */
const SHORT_FORM = /^(?:[\w.-]+@)?(?<host>[\w-]+(?:\.[\w-]+)+):(?!\/\/)(?<path>[\w./-]+)$/

/**
 * The field for a remote of git: its https address, without credentials and port.
 * @returns undefined for a folder, for a host without a dot in its name, and for an IP address
 */
export function repositoryOf(remote: string): Repository | undefined {
  const short = SHORT_FORM.exec(remote)?.groups
  const address = short === undefined ? remote : `ssh://${short['host']}/${short['path']}`
  const url = URL.parse(address)
  if (url === null || !['https:', 'http:', 'ssh:', 'git:', 'git+ssh:', 'git+https:'].includes(url.protocol))
    return undefined
  const isPublic = url.hostname.includes('.') && !/^[\d.]+$/.test(url.hostname)
  const path = url.pathname.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '')
  if (!isPublic || path === '') return undefined
  return { type: 'git', url: `git+https://${url.hostname}/${path}.git` }
}

/** The field for the remote `origin` of this checkout. Undefined without such a remote. */
export function repositoryOfCheckout(): Repository | undefined {
  const { status, stdout } = spawnSync('git', ['remote', 'get-url', 'origin'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return status === 0 ? repositoryOf(stdout.trim()) : undefined
}
