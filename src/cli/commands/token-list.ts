/** `aviary token list`: the access tokens of users, with app and permission level. */
import type { Command } from 'commander'
import { requireUser } from '../../domain/accounts/user.ts'
import { requireApp } from '../../domain/apps/app.ts'
import { type ListedToken, listTokens } from '../../domain/apps/list-tokens.ts'
import { TOKEN } from '../../domain/apps/tokens.ts'
import type { Streams } from '../output.ts'
import { type PagingOptions, pageAsked, showPage, withPaging } from '../paging.ts'
import { existingDataAction, idArgument, standardCommand, UsageError } from '../run.ts'

interface Options extends PagingOptions {
  readonly app?: string
  readonly user?: string
  readonly all?: boolean
}

export function listTokensCommand(streams: Streams, exit: (code: number) => void): Command {
  return withPaging(standardCommand('list', 'List access tokens, without their secrets.'), 'TOKEN')
    .option('--app <ID>', 'Only tokens of this app')
    .option('--user <SCREEN_NAME>', 'Only tokens of this user')
    .option('--all', 'Include revoked tokens')
    .action(
      existingDataAction<Options, []>(streams, exit, async ({ store }, { output }, options) => {
        const asked = pageAsked(options, tokenArgument)
        const { app, user } = options
        const wanted = {
          appId: app === undefined ? undefined : (await requireApp(store, idArgument(app, '--app'))).id,
          userId: user === undefined ? undefined : (await requireUser(store, { screenName: user })).id,
          withRevoked: options.all === true,
        }
        showPage(output, 'tokens', await listTokens(store, wanted, asked), {
          object: tokenObject,
          line: ({ token, appName, screenName, permissions, revokedAt }) =>
            `${token} @${screenName} for ${appName} (${permissions}${revokedAt === null ? '' : ', revoked'})`,
          nothing: 'No tokens. Issue one with "aviary token create --app ID --user SCREEN_NAME".',
        })
      }),
    )
}

function tokenObject(token: ListedToken): Record<string, unknown> {
  return {
    access_token: token.token,
    app_id: token.appId,
    app: token.appName,
    user_id: token.userId,
    screen_name: token.screenName,
    permissions: token.permissions,
    created_at: new Date(token.createdAt).toISOString(),
    revoked: token.revokedAt !== null,
  }
}

/** @throws {UsageError} */
function tokenArgument(text: string): string {
  if (TOKEN.test(text)) return text
  throw new UsageError(`--after takes an access token, not ${JSON.stringify(text)}`)
}
