import { SERVER_FLAGS } from './server-flags.js'

const SERVERS = ['serve', 'demo']

/**
 * Has a server begin again in this very process with the flags that it wants, which Node takes at its start only. Nothing
 * happens where somebody has chosen other ones, or where a process cannot be replaced (on Windows).
 * @param {readonly string[]} args of the command line
 */
export function startAnewWithRoom(args) {
  const { execArgv, execPath, argv, env } = process
  const given = `${execArgv.join(' ')} ${env.NODE_OPTIONS ?? ''}`
  const isChosen = given.includes('semi-space') || process.channel !== undefined
  if (!SERVERS.includes(args[0] ?? '') || isChosen || process.platform === 'win32') return
  process.execve?.(execPath, [execPath, ...SERVER_FLAGS, ...execArgv, ...argv.slice(1)], env)
}
