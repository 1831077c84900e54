import { setFlagsFromString } from 'node:v8'
import { IMPORT_FLAGS, NO_PRETENURING, SERVER_FLAGS, SERVER_VARIABLES } from './server-flags.js'

const SERVERS = ['serve', 'demo']

/**
 * Sets the flags of an import, which may be set at any time. For a server, replaces this process with a new start and
 * its flags, because Node accepts these flags only at its start. If the user has chosen other flags, or a process cannot be replaced (on Windows), sets only
 * the flag that may be set at any time.
 * @param {readonly string[]} args of the command line
 */
export function startWithFlags(args) {
  if (args[0] === 'import') for (const flag of IMPORT_FLAGS) setFlagsFromString(flag)
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
