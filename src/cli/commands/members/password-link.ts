/** `aviary user password-link`: a one-time link with which a member sets a new password. */
import type { Command } from 'commander'
import {
  createPasswordLink,
  MAX_PASSWORD_LINK_HOURS,
} from '../../../domain/accounts/passwords/password-links.ts'
import { requireUser } from '../../../domain/accounts/user.ts'
import { publicUrlOf } from '../../../lib/server-address.ts'
import type { Streams } from '../../output.ts'
import { existingDataAction, standardCommand, UsageError } from '../../run.ts'
import { LINK_SETTINGS, serverPlace } from '../../server-place.ts'

const HOUR_MS = 3_600_000

export function passwordLinkCommand(streams: Streams, exit: (code: number) => void): Command {
  return standardCommand(
    'password-link',
    'Make a link with which a user sets a new password once.',
    LINK_SETTINGS,
  )
    .argument('<screen-name>')
    .option('--hours <N>', `Hours until it expires, 1 to ${MAX_PASSWORD_LINK_HOURS}`, '24')
    .action(
      existingDataAction<{ hours: string }, [string]>(
        streams,
        exit,
        async ({ context, store }, invocation, options, screenName) => {
          const lifetime = hoursOf(options.hours) * HOUR_MS
          const user = await requireUser(store, { screenName })
          const { token, expiresAt } = await createPasswordLink(context, { userId: user.id, lifetime })
          const place = await serverPlace(context, invocation, options, publicUrlOf)
          const url = `${publicUrlOf(place)}/settings/reset_password?token=${token}`
          const until = new Date(expiresAt).toISOString()
          invocation.output.result(
            { user_id: user.id, screen_name: user.screenName, url, expires_at: until },
            [`@${user.screenName} can set a new password once with this link, until ${until}: ${url}`],
          )
        },
      ),
    )
}

/** @throws {UsageError} */
function hoursOf(text: string): number {
  const hours = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (hours < 1 || hours > MAX_PASSWORD_LINK_HOURS)
    throw new UsageError(`--hours takes a whole number from 1 to ${MAX_PASSWORD_LINK_HOURS}`)
  return hours
}
