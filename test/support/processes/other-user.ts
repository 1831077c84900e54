/** Runs the program as a user of the operating system who does not own the data directory. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The id of the user `nobody`. */
export const OTHER_USER = 65_534

/** The beginning of a command line that runs a program as this user. */
export const AS_OTHER_USER = [
  'setpriv',
  `--reuid=${OTHER_USER}`,
  `--regid=${OTHER_USER}`,
  '--clear-groups',
] as const

/** The reason why no such user is available. False if one is available. */
export function whyNoOtherUser(): string | false {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/setpriv')) {
    return 'only root can run it as another user'
  }
  const [command, ...options] = AS_OTHER_USER
  const program = fileURLToPath(import.meta.resolve('../../../bin/aviary.js'))
  const reached = spawnSync(command, [...options, 'test', '-r', program])
  return reached.status === 0 ? false : 'no other user may enter the directory of this checkout'
}
