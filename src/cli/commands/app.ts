/** `aviary app …` and `aviary token …`: keys and tokens, shown once. */
import { Command } from 'commander'
import { demandUser } from '../../domain/accounts/user.ts'
import { PERMISSIONS, type Permissions } from '../../domain/apps/app.ts'
import { createApp } from '../../domain/apps/create-app.ts'
import { issueToken, regenerateToken, revokeToken } from '../../domain/apps/tokens.ts'
import type { Streams } from '../output.ts'
import { dataAction, standardCommand, UsageError } from '../run.ts'

const ONCE = 'Keep these now: they are not shown again.'

/** `--permissions` as people write it. */
const LEVELS: Readonly<Record<string, Permissions>> = {
  read: 'read',
  'read-write': 'read-write',
  'read-write-dm': 'read-write-directmessages',
  'read-write-directmessages': 'read-write-directmessages',
}

export function appCommand(streams: Streams, exit: (code: number) => void): Command {
  const app = new Command('app').description('Create apps.')
  app.addCommand(
    standardCommand('create', 'Create an app; its keys are shown once.')
      .argument('<name>', '1 to 32 characters')
      .requiredOption('--owner <SCREEN_NAME>', 'The user whose app it is')
      .option('--permissions <LEVEL>', 'read, read-write or read-write-dm', 'read')
      .option('--callback <URL...>', 'Callback URLs, up to 10')
      .action(
        dataAction<{ owner: string; permissions: string; callback?: string[] }, [string]>(
          streams,
          exit,
          async ({ context, store }, { output }, options, name) => {
            const permissions = LEVELS[options.permissions]
            if (permissions === undefined) {
              throw new UsageError(
                `--permissions takes one of ${Object.keys(LEVELS).slice(0, PERMISSIONS.length).join(', ')}`,
              )
            }
            const owner = await demandUser(store, { screenName: options.owner })
            const created = await createApp(context, {
              name,
              ownerId: owner.id,
              permissions,
              callbackUrls: options.callback ?? [],
            })
            const value = {
              app_id: created.appId,
              consumer_key: created.consumerKey,
              consumer_secret: created.consumerSecret,
              bearer_token: created.bearerToken,
            }
            output.result(value, [...Object.entries(value).map(([field, text]) => `${field}: ${text}`), ONCE])
          },
        ),
      ),
  )
  return app
}

export function tokenCommand(streams: Streams, exit: (code: number) => void): Command {
  const token = new Command('token').description('Create and revoke user access tokens.')
  token.addCommand(
    standardCommand('create', 'Issue an access token for a user; it is shown once.')
      .requiredOption('--app <ID>', 'The id of the app')
      .requiredOption('--user <SCREEN_NAME>', 'The user who lets the app act')
      .option('--regenerate', 'Make the tokens of this app and user that exist invalid')
      .action(
        dataAction<{ app: string; user: string; regenerate?: boolean }, []>(
          streams,
          exit,
          async ({ context, store }, { output }, options) => {
            const appId = idOf(options.app)
            const user = await demandUser(store, { screenName: options.user })
            const issue = options.regenerate === true ? regenerateToken : issueToken
            const issued = await issue(context, { appId, userId: user.id })
            const value = {
              access_token: issued.accessToken,
              access_token_secret: issued.accessTokenSecret,
              user_id: issued.userId,
              screen_name: issued.screenName,
            }
            output.result(value, [...Object.entries(value).map(([field, text]) => `${field}: ${text}`), ONCE])
          },
        ),
      ),
  )
  token.addCommand(
    standardCommand('revoke', 'Revoke an access token.')
      .argument('<access-token>')
      .action(
        dataAction<Record<string, unknown>, [string]>(
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

function idOf(text: string): bigint {
  if (!/^\d{1,19}$/.test(text))
    throw new UsageError(`--app takes an app's numeric id, not ${JSON.stringify(text)}`)
  return BigInt(text)
}
