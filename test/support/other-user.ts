/** Running the program as a user to whom the data do not belong. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** `nobody`. */
export const OTHER_USER = 65_534

/** What stands before a command that this user is to run. */
export const AS_OTHER_USER = [
  'setpriv',
  `--reuid=${OTHER_USER}`,
  `--regid=${OTHER_USER}`,
  '--clear-groups',
] as const

/** Why nothing can be run so here; false when it can. */
export function whyNoOtherUser(): string | false {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/setpriv')) {
    return 'only root can run it as another user'
  }
  const [command, ...options] = AS_OTHER_USER
  const program = fileURLToPath(import.meta.resolve('../../bin/aviary.js'))
  const reached = spawnSync(command, [...options, 'test', '-r', program])
  return reached.status === 0 ? false : 'no other user may enter the directory of this checkout'
}
