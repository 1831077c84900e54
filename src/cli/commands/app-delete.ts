/** `aviary app delete`: deletes an app after a confirmation (spec/console.md#apps). */
import type { Command } from 'commander'
import { requireUser } from '../../domain/accounts/user.ts'
import { type App, findApp } from '../../domain/apps/app.ts'
import { deleteApp } from '../../domain/apps/deletion/delete-app.ts'
import { listApps } from '../../domain/apps/list-apps.ts'
import { type Context, Refusal } from '../../domain/context.ts'
import { askText } from '../ask-text.ts'
import type { Streams } from '../output.ts'
import { existingDataAction, standardCommand, UsageError } from '../run.ts'

interface DeleteOptions extends Record<string, unknown> {
  readonly owner?: string
  readonly yes?: boolean
  readonly reason?: string
}

/** Maximum number of apps with the same name in an error message. */
const MAX_NAMED = 10
/** Number of apps that one query of the search by name returns. */
const PAGE = 1_000
/** An id that is greater than all ids of apps. */
const MAX_ID = 2n ** 63n

export function deleteAppCommand(streams: Streams, exit: (code: number) => void): Command {
  return standardCommand('delete', 'Delete an app with its keys, tokens, rules and webhooks, for good.')
    .argument('<app>', 'The id of the app, or its exact name')
    .option('--owner <SCREEN_NAME>', 'Look for the name among the apps of this user only')
    .option('--yes', 'Delete without asking for the name')
    .option('--reason <TEXT>', 'Reason, recorded in the audit log')
    .action(
      existingDataAction<DeleteOptions, [string]>(
        streams,
        exit,
        async ({ context }, { output }, options, text) => {
          const app = await requireNamedApp(context, text, options.owner)
          const typed = options.yes === true ? app.name : await confirmation(app, streams)
          await deleteApp(context, app.id, typed, options.reason)
          output.result({ app_id: app.id, name: app.name, deleted: true }, [
            `${app.name} is deleted. Its keys and tokens do not work any more.`,
          ])
        },
      ),
    )
}

/** Asks the user to type the app’s name. @throws {UsageError} without a terminal */
async function confirmation({ id, name }: App, streams: Streams): Promise<string> {
  const question = `This deletes app ${id}, its keys, tokens, rules and webhooks. Type its name (${name}) to go on: `
  return askText(question, streams, 'nothing was deleted; use --yes to delete without a question')
}

/**
 * Finds an app by id or name. If the text is the id of one app and the name of another, the app with the id
 * is returned.
 * @throws {Refusal} `app-not-found`
 * @throws {UsageError} when several apps have the name
 */
async function requireNamedApp({ store }: Context, text: string, owner: string | undefined): Promise<App> {
  const id = /^\d{1,19}$/.test(text) ? BigInt(text) : MAX_ID
  const byId = id < MAX_ID ? await findApp(store, id) : undefined
  if (byId !== undefined) return byId
  const ownerId = owner === undefined ? undefined : (await requireUser(store, { screenName: owner })).id
  const found: App[] = []
  let after: bigint | undefined
  do {
    const { items, next } = await listApps(store, ownerId, { after, count: PAGE })
    found.push(...items.map(({ app }) => app).filter(({ name }) => name.trim() === text.trim()))
    after = next ?? undefined
  } while (after !== undefined)
  const [app, ...others] = found
  if (app === undefined) throw new Refusal('app-not-found', `there is no app ${JSON.stringify(text)}`)
  if (others.length === 0) return app
  const ids = found.slice(0, MAX_NAMED).map(({ id }) => id)
  throw new UsageError(`${found.length} apps have that name; give an id, such as ${ids.join(', ')}`)
}
