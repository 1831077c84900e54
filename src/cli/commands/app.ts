/** `aviary app …` and `aviary token …`. Keys and tokens are shown once. */
import { Command } from 'commander'
import { requireUser } from '../../domain/accounts/user.ts'
import { type AppAction, changeAppState } from '../../domain/apps/change-app-state.ts'
import { type CreatedApp, createApp } from '../../domain/apps/create-app.ts'
import { changeLabsEnrolment } from '../../domain/apps/enrolment.ts'
import { type ClientCredentials, regenerateClientSecret } from '../../domain/apps/oauth2/client.ts'
import { createAppInOwnProject } from '../../domain/apps/projects/own-project.ts'
import { regenerateBearer } from '../../domain/apps/regenerate-bearer.ts'
import { regenerateKeys } from '../../domain/apps/regenerate-keys.ts'
import { issueToken, regenerateToken, revokeToken } from '../../domain/apps/tokens.ts'
import type { Context } from '../../domain/context.ts'
import type { Output, Streams } from '../output.ts'
import { existingDataAction, idArgument, standardCommand, UsageError } from '../run.ts'
import { deleteAppCommand } from './app-delete.ts'
import {
  clientTypeOption,
  levelOption,
  listAppsCommand,
  ONCE,
  permissionsOption,
  showAppCommand,
  updateAppCommand,
} from './app-profile.ts'
import { listTokensCommand } from './token-list.ts'

const REASON = ['--reason <TEXT>', 'Reason, recorded in the audit log'] as const

type CreateOptions = {
  readonly owner: string
  readonly permissions: string
  readonly url?: string
  readonly description?: string
  readonly callback?: readonly string[]
  readonly emailRight?: boolean
  readonly standalone?: boolean
  readonly oauth2?: string
  readonly level?: string
  readonly reason?: string
}

export function appCommand(streams: Streams, exit: (code: number) => void): Command {
  const app = new Command('app').description('Manage apps and their keys.')
  app.addCommand(
    standardCommand('create', 'Create an app and show its keys once.')
      .argument('<name>', '1 to 32 characters')
      .requiredOption('--owner <SCREEN_NAME>', 'The user who owns the app')
      .option('--permissions <LEVEL>', 'read, read-write or read-write-dm', 'read')
      .option('--url <URL>', 'Home page of the app; the source of its posts links to it')
      .option('--description <TEXT>', 'Up to 200 characters')
      .option('--callback <URL...>', 'Callback URLs, up to 10')
      .option('--email-right', 'Let the app read the e-mail addresses of users who authorize it')
      .option('--oauth2 <TYPE>', 'Let the app use OAuth 2.0 as a client: public or confidential')
      .option('--level <LEVEL>', 'Limits in API v2: standard, elevated or academic', 'standard')
      .option('--standalone', 'Do not add the app to the owner’s project; it cannot use API v2 then')
      .option(...REASON)
      .action(
        existingDataAction<CreateOptions, [string]>(
          streams,
          exit,
          async ({ context, store }, { output }, options, name) => {
            const permissions = permissionsOption(options.permissions)
            const type = options.oauth2 === undefined ? undefined : clientTypeOption(options.oauth2)
            const level = levelOption(options.level ?? 'standard')
            const owner = await requireUser(store, { screenName: options.owner })
            const input = {
              name,
              ownerId: owner.id,
              permissions,
              ...(options.url === undefined ? {} : { url: options.url }),
              ...(options.description === undefined ? {} : { description: options.description }),
              callbackUrls: options.callback ?? [],
              mayReadEmail: options.emailRight === true,
              level,
              clientType: type,
              reason: options.reason,
            }
            const created: CreatedApp & { readonly projectId?: bigint } =
              options.standalone === true
                ? await createApp(context, input)
                : await createAppInOwnProject(context, input)
            showOnce(output, {
              app_id: created.appId,
              consumer_key: created.consumerKey,
              consumer_secret: created.consumerSecret,
              bearer_token: created.bearerToken,
              ...clientFields(created.client),
              may_read_email: options.emailRight === true,
              ...(created.projectId === undefined ? {} : { project_id: created.projectId }),
            })
          },
        ),
      ),
  )
  app.addCommand(listAppsCommand(streams, exit))
  app.addCommand(showAppCommand(streams, exit))
  app.addCommand(updateAppCommand(streams, exit))
  for (const [name, description, work] of ROTATIONS)
    app.addCommand(secretsCommand(name, description, streams, exit, work))
  app.addCommand(stateCommand('suspend', 'Suspend an app: its keys and tokens stop working.', streams, exit))
  app.addCommand(stateCommand('unsuspend', 'End the suspension of an app.', streams, exit))
  for (const command of [labsCommand, deleteAppCommand]) app.addCommand(command(streams, exit))
  return app
}

type SecretsWork = (context: Context, appId: bigint, reason: string | undefined) => Promise<Secrets>

/** Name, description and action of each command that replaces secrets. */
const ROTATIONS: readonly (readonly [name: string, description: string, work: SecretsWork])[] = [
  [
    'regenerate-keys',
    'Rotate the key and secret. The old pair stops working immediately.',
    async (context, id, reason) => {
      const { consumerKey, consumerSecret } = await regenerateKeys(context, id, undefined, reason)
      return { app_id: id, consumer_key: consumerKey, consumer_secret: consumerSecret }
    },
  ],
  [
    'regenerate-bearer',
    'Rotate the bearer token. The old one stops working immediately.',
    async (context, id, reason) => ({
      app_id: id,
      bearer_token: await regenerateBearer(context, id, undefined, reason),
    }),
  ],
  [
    'regenerate-client-secret',
    'Rotate the OAuth 2.0 client secret. The old one stops working immediately.',
    async (context, id, reason) => ({
      app_id: id,
      ...clientFields(await regenerateClientSecret(context, id, undefined, reason)),
    }),
  ],
]

/** A command that replaces secrets of an app. */
function secretsCommand(
  name: string,
  description: string,
  streams: Streams,
  exit: (code: number) => void,
  work: SecretsWork,
): Command {
  return standardCommand(name, description)
    .argument('<app-id>')
    .option(...REASON)
    .action(
      existingDataAction<{ reason?: string }, [string]>(
        streams,
        exit,
        async ({ context }, { output }, { reason }, text) =>
          showOnce(output, await work(context, idArgument(text, '<app-id>'), reason)),
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
    .option(...REASON)
    .action(
      existingDataAction<{ reason?: string }, [string]>(
        streams,
        exit,
        async ({ context }, { output }, { reason }, text) => {
          const app = await changeAppState(context, idArgument(text, '<app-id>'), name, reason)
          const value = { app_id: app.id, suspended: app.suspendedAt !== null }
          output.result(value, [`${app.name}: ${name} done.`])
        },
      ),
    )
}

function labsCommand(streams: Streams, exit: (code: number) => void): Command {
  return standardCommand('labs', 'Enrol an app in Labs, or remove it. New apps are enrolled.')
    .argument('<app-id>')
    .argument('<in|out>')
    .option(...REASON)
    .action(
      existingDataAction<{ reason?: string }, [string, string]>(
        streams,
        exit,
        async ({ context }, { output }, { reason }, text, where) => {
          if (where !== 'in' && where !== 'out') throw new UsageError('the second argument must be in or out')
          const appId = idArgument(text, '<app-id>')
          await changeLabsEnrolment(context, appId, where === 'in', reason)
          output.result({ app_id: appId, in_labs: where === 'in' }, [
            where === 'in' ? 'The app is enrolled in Labs.' : 'The app is not enrolled in Labs.',
          ])
        },
      ),
    )
}

type Secrets = Readonly<Record<string, bigint | string | boolean>>

function clientFields(client: ClientCredentials | undefined): Secrets {
  if (client === undefined) return {}
  const { clientId, clientSecret } = client
  return { client_id: clientId, ...(clientSecret === undefined ? {} : { client_secret: clientSecret }) }
}

/** Prints secrets that the server cannot show again. */
function showOnce(output: Output, value: Secrets): void {
  output.result(value, [...Object.entries(value).map(([field, text]) => `${field}: ${text}`), ONCE])
}

export function tokenCommand(streams: Streams, exit: (code: number) => void): Command {
  const token = new Command('token').description('Manage access tokens of users.')
  token.addCommand(listTokensCommand(streams, exit))
  token.addCommand(
    standardCommand('create', 'Issue an access token for a user and show it once.')
      .requiredOption('--app <ID>', 'The id of the app')
      .requiredOption('--user <SCREEN_NAME>', 'The user who authorizes the app')
      .option('--regenerate', 'Revoke the existing token of this app and user')
      .option(...REASON)
      .action(
        existingDataAction<{ app: string; user: string; regenerate?: boolean; reason?: string }, []>(
          streams,
          exit,
          async ({ context, store }, { output }, options) => {
            const appId = idArgument(options.app, '--app')
            const user = await requireUser(store, { screenName: options.user })
            const issue = options.regenerate === true ? regenerateToken : issueToken
            const issued = await issue(context, { appId, userId: user.id, reason: options.reason })
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
      .option(...REASON)
      .action(
        existingDataAction<{ reason?: string }, [string]>(
          streams,
          exit,
          async ({ context }, { output }, { reason }, name) => {
            await revokeToken(context, name, reason)
            output.result({ access_token: name, revoked: true }, ['Revoked.'])
          },
        ),
      ),
  )
  return token
}
