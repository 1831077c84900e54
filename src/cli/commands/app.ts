/** `aviary app …` and `aviary token …`: keys and tokens, shown once. */
import { Command } from 'commander'
import { requireUser } from '../../domain/accounts/user.ts'
import { type AppAction, changeAppState } from '../../domain/apps/change-app-state.ts'
import { createApp } from '../../domain/apps/create-app.ts'
import { changeLabsEnrolment } from '../../domain/apps/enrolment.ts'
import { joinOwnProject } from '../../domain/apps/own-project.ts'
import { regenerateBearer } from '../../domain/apps/regenerate-bearer.ts'
import { regenerateKeys } from '../../domain/apps/regenerate-keys.ts'
import { issueToken, regenerateToken, revokeToken } from '../../domain/apps/tokens.ts'
import type { Context } from '../../domain/context.ts'
import type { Output, Streams } from '../output.ts'
import { existingDataAction, idArgument, standardCommand, UsageError } from '../run.ts'
import { listAppsCommand, permissionsOption, showAppCommand, updateAppCommand } from './app-profile.ts'
import { listTokensCommand } from './token-list.ts'

const ONCE = 'Keep these now: they are not shown again.'

type CreateOptions = {
  readonly owner: string
  readonly permissions: string
  readonly url?: string
  readonly description?: string
  readonly callback?: readonly string[]
  readonly emailRight?: boolean
  readonly standalone?: boolean
}

export function appCommand(streams: Streams, exit: (code: number) => void): Command {
  const app = new Command('app').description('Create, list and change apps, and their keys.')
  app.addCommand(
    standardCommand('create', 'Create an app; its keys are shown once.')
      .argument('<name>', '1 to 32 characters')
      .requiredOption('--owner <SCREEN_NAME>', 'The user whose app it is')
      .option('--permissions <LEVEL>', 'read, read-write or read-write-dm', 'read')
      .option('--url <URL>', 'Its home page, which the source of its posts links to')
      .option('--description <TEXT>', 'Up to 200 characters')
      .option('--callback <URL...>', 'Callback URLs, up to 10')
      .option('--email-right', 'Let it read the e-mail addresses of users who let it act for them')
      .option('--standalone', 'Leave it out of the owner’s project, and so of the second generation')
      .action(
        existingDataAction<CreateOptions, [string]>(
          streams,
          exit,
          async ({ context, store }, { output }, options, name) => {
            const permissions = permissionsOption(options.permissions)
            const owner = await requireUser(store, { screenName: options.owner })
            const created = await createApp(context, {
              name,
              ownerId: owner.id,
              permissions,
              ...(options.url === undefined ? {} : { url: options.url }),
              ...(options.description === undefined ? {} : { description: options.description }),
              callbackUrls: options.callback ?? [],
              mayReadEmail: options.emailRight === true,
            })
            const isAlone = options.standalone === true
            const projectId = isAlone ? undefined : await joinOwnProject(context, created.appId)
            showOnce(output, {
              app_id: created.appId,
              consumer_key: created.consumerKey,
              consumer_secret: created.consumerSecret,
              bearer_token: created.bearerToken,
              may_read_email: options.emailRight === true,
              ...(projectId === undefined ? {} : { project_id: projectId }),
            })
          },
        ),
      ),
  )
  app.addCommand(listAppsCommand(streams, exit))
  app.addCommand(showAppCommand(streams, exit))
  app.addCommand(updateAppCommand(streams, exit))
  const newKeys = async (context: Context, id: bigint) => {
    const { consumerKey, consumerSecret } = await regenerateKeys(context, id)
    return { app_id: id, consumer_key: consumerKey, consumer_secret: consumerSecret }
  }
  const newBearer = async (context: Context, id: bigint) => ({
    app_id: id,
    bearer_token: await regenerateBearer(context, id),
  })
  for (const [name, what, work] of [
    ['regenerate-keys', 'Make the key and secret anew; the pair before is dead at once.', newKeys],
    ['regenerate-bearer', 'Make the bearer token anew; the one before is dead at once.', newBearer],
  ] as const) {
    app.addCommand(secretsCommand(name, what, streams, exit, work))
  }
  app.addCommand(stateCommand('suspend', 'Stop the keys and tokens of an app.', streams, exit))
  app.addCommand(stateCommand('unsuspend', 'Undo suspend.', streams, exit))
  app.addCommand(labsCommand(streams, exit))
  return app
}

/** A command about one app that makes secrets. */
function secretsCommand(
  name: string,
  description: string,
  streams: Streams,
  exit: (code: number) => void,
  work: (context: Context, appId: bigint) => Promise<Secrets>,
): Command {
  return standardCommand(name, description)
    .argument('<app-id>')
    .action(
      existingDataAction<Record<string, unknown>, [string]>(
        streams,
        exit,
        async ({ context }, { output }, _options, text) =>
          showOnce(output, await work(context, idArgument(text, '<app-id>'))),
      ),
    )
}

function stateCommand(
  name: AppAction,
  description: string,
  streams: Streams,
  exit: (code: number) => void,
): Command {
  return standardCommand(name, description)
    .argument('<app-id>')
    .action(
      existingDataAction<Record<string, unknown>, [string]>(
        streams,
        exit,
        async ({ context }, { output }, _options, text) => {
          const app = await changeAppState(context, idArgument(text, '<app-id>'), name)
          const value = { app_id: app.id, suspended: app.suspendedAt !== null }
          output.result(value, [`${app.name}: ${name} done.`])
        },
      ),
    )
}

function labsCommand(streams: Streams, exit: (code: number) => void): Command {
  return standardCommand('labs', 'Take an app out of Labs, where every new one is, or in again.')
    .argument('<app-id>')
    .argument('<in|out>')
    .action(
      existingDataAction<Record<string, unknown>, [string, string]>(
        streams,
        exit,
        async ({ context }, { output }, _options, text, where) => {
          if (where !== 'in' && where !== 'out') throw new UsageError('the second argument is in or out')
          const appId = idArgument(text, '<app-id>')
          await changeLabsEnrolment(context, appId, where === 'in')
          output.result({ app_id: appId, in_labs: where === 'in' }, [
            where === 'in' ? 'The app is in Labs.' : 'The app is out of Labs.',
          ])
        },
      ),
    )
}

type Secrets = Readonly<Record<string, bigint | string | boolean>>

/** Shows what nobody can ask for again. */
function showOnce(output: Output, value: Secrets): void {
  output.result(value, [...Object.entries(value).map(([field, text]) => `${field}: ${text}`), ONCE])
}

export function tokenCommand(streams: Streams, exit: (code: number) => void): Command {
  const token = new Command('token').description('Create, list and revoke user access tokens.')
  token.addCommand(listTokensCommand(streams, exit))
  token.addCommand(
    standardCommand('create', 'Issue an access token for a user; it is shown once.')
      .requiredOption('--app <ID>', 'The id of the app')
      .requiredOption('--user <SCREEN_NAME>', 'The user who lets the app act')
      .option('--regenerate', 'Make the tokens of this app and user that exist invalid')
      .action(
        existingDataAction<{ app: string; user: string; regenerate?: boolean }, []>(
          streams,
          exit,
          async ({ context, store }, { output }, options) => {
            const appId = idArgument(options.app, '--app')
            const user = await requireUser(store, { screenName: options.user })
            const issue = options.regenerate === true ? regenerateToken : issueToken
            const issued = await issue(context, { appId, userId: user.id })
            showOnce(output, {
              access_token: issued.accessToken,
              access_token_secret: issued.accessTokenSecret,
              user_id: issued.userId,
              screen_name: issued.screenName,
            })
          },
        ),
      ),
  )
  token.addCommand(
    standardCommand('revoke', 'Revoke an access token.')
      .argument('<access-token>')
      .action(
        existingDataAction<Record<string, unknown>, [string]>(
          streams,
          exit,
          async ({ context }, { output }, _options, name) => {
            await revokeToken(context, name)
            output.result({ access_token: name, revoked: true }, ['Revoked.'])
          },
        ),
      ),
  )
  return token
}
