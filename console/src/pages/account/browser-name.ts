import { ACCOUNT } from '../../text/account.ts'

/** Names of browsers in a `user-agent`, the most specific first. */
const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/**
 * Browser and system of a `user-agent`, such as `Firefox on Linux`. If they are unknown, the beginning of the
 * `user-agent`. Undefined for an empty text.
 */
export function browserName(agent: string): string | undefined {
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1]
  if (browser === undefined) return agent.slice(0, 40) || undefined
  return system === undefined ? browser : ACCOUNT.browserOn(browser, system)
}
