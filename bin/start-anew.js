import { setFlagsFromString } from 'node:v8'
import { NO_PRETENURING, SERVER_FLAGS, SERVER_VARIABLES } from './server-flags.js'

const SERVERS = ['serve', 'demo']

/**
 * Has a server begin again in this very process with the flags that it wants, which Node takes at its start only. Only what
 * may be set at any time is where somebody has chosen other ones, or where a process cannot be replaced (on Windows).
 * @param {readonly string[]} args of the command line
 */
export function startAnewWithRoom(args) {
  if (!SERVERS.includes(args[0] ?? '')) return
  setFlagsFromString(NO_PRETENURING)
  const { execArgv, execPath, argv, env } = process
  const given = `${execArgv.join(' ')} ${env.NODE_OPTIONS ?? ''}`
  const isChosen = given.includes('semi-space') || process.channel !== undefined
  if (isChosen || process.platform === 'win32') return
  process.execve?.(execPath, [execPath, ...SERVER_FLAGS, ...execArgv, ...argv.slice(1)], {
    ...SERVER_VARIABLES,
    ...env,
  })
}
