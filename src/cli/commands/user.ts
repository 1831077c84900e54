/** `aviary user …`: creates, shows and moderates users. */
import { Command } from 'commander'
import { changeUserState } from '../../domain/accounts/change-user-state.ts'
import { createUser } from '../../domain/accounts/create-user.ts'
import { formerNamesOf } from '../../domain/accounts/names/former-names.ts'
import { requireUser, type User } from '../../domain/accounts/user.ts'
import { scrubGeo } from '../../domain/posts/state/scrub-geo.ts'
import type { UserAction } from '../../log/event.ts'
import type { Streams } from '../output.ts'
import { type PasswordOptions, readPassword, withPassword } from '../password.ts'
import { dataAction, existingDataAction, standardCommand } from '../run.ts'
import { passwordLinkCommand } from './members/password-link.ts'
import { OPERATOR, postIdOf } from './post.ts'

const ACTIONS: Record<UserAction, string> = {
  protect: 'Show the posts and lists of a user only to followers.',
  unprotect: 'Show the posts and lists of a user to everybody again.',
  suspend: 'Suspend a user: hides the user and disables its tokens.',
  unsuspend: 'End the suspension of a user.',
  deactivate: 'Deactivate a user: hides the user, who can be reactivated.',
  reactivate: 'Reactivate a user.',
  withhold: 'Hide a user in some countries.',
  unwithhold: 'Show a withheld user in all countries again.',
}

interface CreateOptions extends PasswordOptions, Record<string, unknown> {
  readonly name?: string
  readonly email?: string
  readonly protected?: boolean
}

export function userCommand(streams: Streams, exit: (code: number) => void): Command {
  const user = new Command('user').description('Create, show and moderate users.')
  user.addCommand(
    withPassword(
      standardCommand('create', 'Create a user.')
        .argument('<screen-name>', '1 to 15 letters, digits and underscores')
        .option('--name <TEXT>', 'Display name (default: the screen name)')
        .option('--email <ADDRESS>', 'E-mail address to sign in with; needs a password'),
    )
      .option('--protected', 'Show the posts and lists of the user only to followers')
      .action(
        dataAction<CreateOptions, [string]>(
          streams,
          exit,
          async ({ context }, { output }, options, screenName) => {
            const { name, email } = options
            const hasPassword = options.password !== undefined || options.passwordFile !== undefined
            const password =
              email === undefined && !hasPassword ? undefined : await readPassword(options, streams)
            const input = { screenName, name, email, password, isProtected: options.protected }
            const created = await createUser(context, input)
            output.result(shown(created), [`Created @${created.screenName} with the id ${created.id}.`])
          },
        ),
      ),
  )
  user.addCommand(
    standardCommand('show', 'Show a user.')
      .argument('<screen-name>')
      .action(
        existingDataAction<Record<string, unknown>, [string]>(
          streams,
          exit,
          async ({ store }, { output }, _options, screenName) => {
            const user = await requireUser(store, { screenName })
            const names = await formerNamesOf(store, user.id)
            const found = {
              ...shown(user),
              ...(names.length === 0 ? {} : { former_names: names.map((each) => each.screenName) }),
            }
            output.result(
              found,
              Object.entries(found).map(([field, value]) => `${field}: ${String(value)}`),
            )
          },
        ),
      ),
  )
  for (const [name, description] of Object.entries(ACTIONS) as [UserAction, string][]) {
    user.addCommand(stateCommand(name, description, streams, exit))
  }
  user.addCommand(scrubGeoCommand(streams, exit))
  user.addCommand(passwordLinkCommand(streams, exit))
  return user
}

function scrubGeoCommand(streams: Streams, exit: (code: number) => void): Command {
  return standardCommand('scrub-geo', 'Erase the locations of the posts of a user.')
    .argument('<screen-name>')
    .requiredOption('--up-to <ID>', 'Newest post whose location is erased')
    .option('--reason <TEXT>', 'Reason, recorded in the event log')
    .action(
      existingDataAction<{ upTo: string; reason?: string }, [string]>(
        streams,
        exit,
        async ({ context, store }, { output }, { upTo, reason }, screenName) => {
          const { id: userId } = await requireUser(store, { screenName })
          const upToId = postIdOf(upTo)
          const scrubbed = await scrubGeo(context, { userId, upToId, reason, actor: OPERATOR })
          output.result({ user_id: userId, up_to_id: upToId, scrubbed }, [
            `@${screenName}: erased the locations of ${scrubbed} posts.`,
          ])
        },
      ),
    )
}

function stateCommand(
  name: UserAction,
  description: string,
  streams: Streams,
  exit: (code: number) => void,
): Command {
  const command = standardCommand(name, description)
    .argument('<screen-name>')
    .option('--reason <TEXT>', 'Reason, recorded in the event log')
  if (name === 'withhold')
    command.requiredOption('--countries <CODES>', 'Two-letter country codes, such as DE,FR')
  return command.action(
    existingDataAction<{ reason?: string; countries?: string }, [string]>(
      streams,
      exit,
      async ({ context, store }, { output }, { reason, countries }, screenName) => {
        const { id } = await requireUser(store, { screenName })
        const changed = await changeUserState(context, {
          userId: id,
          action: name,
          actor: OPERATOR,
          countries: countries?.split(',') ?? [],
          ...(reason === undefined ? {} : { reason }),
        })
        output.result(shown(changed), [`@${changed.screenName}: ${name} done.`])
      },
    ),
  )
}

/** The JSON form of a user. */
function shown(user: User): Record<string, unknown> {
  return {
    id: user.id,
    screen_name: user.screenName,
    name: user.name,
    created_at: new Date(user.createdAt).toISOString(),
    protected: user.isProtected,
    suspended: user.suspendedAt !== null,
    deactivated: user.deactivatedAt !== null,
    withheld_in_countries: user.withheldInCountries,
    followers_count: user.followersCount,
    friends_count: user.friendsCount,
    statuses_count: user.statusesCount,
    favourites_count: user.favouritesCount,
  }
}
