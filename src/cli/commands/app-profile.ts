/** `aviary app list|show|update`: apps without their secrets. */
import type { Command } from 'commander'
import { requireUser } from '../../domain/accounts/user.ts'
import { type App, PERMISSIONS, type Permissions } from '../../domain/apps/app.ts'
import { homeOf } from '../../domain/apps/app-details.ts'
import { APP_LEVELS, type AppLevel } from '../../domain/apps/levels.ts'
import { type ListedApp, listApps, type ShownApp, showApp } from '../../domain/apps/list-apps.ts'
import { CLIENT_TYPES, type ClientType, setClientType } from '../../domain/apps/oauth2/client.ts'
import { type AppChanges, updateApp } from '../../domain/apps/update-app.ts'
import type { Streams } from '../output.ts'
import { type PagingOptions, pageAsked, showPage, withPaging } from '../paging.ts'
import { existingDataAction, idArgument, standardCommand, UsageError } from '../run.ts'

type Exit = (code: number) => void

/** Printed after secrets, because the server cannot show them again. */
export const ONCE = 'Save these now: they are not shown again.'

/** Values of `--permissions`. */
const LEVELS: Readonly<Record<string, Permissions>> = {
  read: 'read',
  'read-write': 'read-write',
  'read-write-dm': 'read-write-directmessages',
  'read-write-directmessages': 'read-write-directmessages',
}

/** Parses `--permissions`. @throws {UsageError} */
export function permissionsOption(text: string): Permissions {
  const permissions = Object.hasOwn(LEVELS, text) ? LEVELS[text] : undefined
  if (permissions !== undefined) return permissions
  const levels = Object.keys(LEVELS).slice(0, PERMISSIONS.length).join(', ')
  throw new UsageError(`--permissions takes one of ${levels}, not ${JSON.stringify(text)}`)
}

/** Parses `--level`. @throws {UsageError} */
export function levelOption(text: string): AppLevel {
  const level = APP_LEVELS.find((each) => each === text)
  if (level !== undefined) return level
  throw new UsageError(`--level takes one of ${APP_LEVELS.join(', ')}, not ${JSON.stringify(text)}`)
}

/** Parses `--oauth2`. @throws {UsageError} */
export function clientTypeOption(text: string): ClientType {
  const type = CLIENT_TYPES.find((each) => each === text)
  if (type !== undefined) return type
  throw new UsageError(`--oauth2 takes one of ${CLIENT_TYPES.join(', ')}, not ${JSON.stringify(text)}`)
}

export function listAppsCommand(streams: Streams, exit: Exit): Command {
  return withPaging(standardCommand('list', 'List apps, oldest first.'), 'ID')
    .option('--owner <SCREEN_NAME>', 'List the apps of this user only')
    .option('--name <TEXT>', 'List the apps whose name contains this text only')
    .action(
      existingDataAction<PagingOptions & { owner?: string; name?: string }, []>(
        streams,
        exit,
        async ({ store }, { output }, options) => {
          const asked = pageAsked(options, (text) => idArgument(text, '--after'))
          const { owner } = options
          const ownerId =
            owner === undefined ? undefined : (await requireUser(store, { screenName: owner })).id
          showPage(output, 'apps', await listApps(store, ownerId, asked, options.name), {
            object: listedObject,
            line: ({ app, owner }) =>
              `${app.id} ${app.name} by @${owner} (${app.permissions}${app.suspendedAt === null ? '' : ', suspended'}) ${homeOf(app)}`.trimEnd(),
            nothing: 'No apps. Create one with "aviary app create NAME --owner SCREEN_NAME".',
          })
        },
      ),
    )
}

export function showAppCommand(streams: Streams, exit: Exit): Command {
  return standardCommand('show', 'Show an app, without its secrets.')
    .argument('<app-id>')
    .action(
      existingDataAction<Record<string, unknown>, [string]>(
        streams,
        exit,
        async ({ store }, { output }, _options, text) => {
          const value = shownObject(await showApp(store, idArgument(text, '<app-id>')))
          output.result(
            value,
            Object.entries(value).map(([field, each]) => `${field}: ${textOf(each)}`),
          )
        },
      ),
    )
}

interface UpdateOptions extends Record<string, unknown> {
  readonly name?: string
  readonly url?: string
  readonly description?: string
  readonly permissions?: string
  /** The URLs, or `false` for `--no-callback`. */
  readonly callback?: readonly string[] | false
  readonly emailRight?: boolean
  readonly level?: string
  readonly oauth2?: string
  readonly reason?: string
}

export function updateAppCommand(streams: Streams, exit: Exit): Command {
  return standardCommand('update', 'Change an app. Fields without an option stay unchanged.')
    .argument('<app-id>')
    .option('--name <TEXT>', 'New name, 1 to 32 characters; older posts keep the name that the app had then')
    .option('--url <URL>', 'Home page of the app; the source of its new posts links to it. Empty: no page')
    .option('--description <TEXT>', 'Up to 200 characters. Empty: no description')
    .option(
      '--permissions <LEVEL>',
      'read, read-write or read-write-dm; tokens issued earlier keep their level',
    )
    .option('--callback <URL...>', 'Replace the callback URLs, up to 10')
    .option('--no-callback', 'Remove all callback URLs')
    .option('--level <LEVEL>', 'Limits in API v2: standard, elevated or academic')
    .option('--oauth2 <TYPE>', 'Let the app use OAuth 2.0 as a public or confidential client')
    .option('--email-right', 'Let the app read the e-mail addresses of users who authorize it')
    .option('--no-email-right', 'Take back the right to read e-mail addresses')
    .option('--reason <TEXT>', 'Reason, recorded in the audit log')
    .action(
      existingDataAction<UpdateOptions, [string]>(
        streams,
        exit,
        async ({ context, store }, { output }, options, text) => {
          const id = idArgument(text, '<app-id>')
          const type = options.oauth2 === undefined ? undefined : clientTypeOption(options.oauth2)
          const { app, changed } = await updateApp(context, id, changesIn(options), options.reason)
          const before = (await showApp(store, id)).client
          const secret =
            type === undefined
              ? undefined
              : (await setClientType(context, id, type, undefined, options.reason)).clientSecret
          const isNewType = type !== undefined && type !== before?.type
          const fields = [...changed.map((name) => FIELDS[name]), ...(isNewType ? ['oauth2'] : [])]
          const shown = shownObject(await showApp(store, id))
          const once = secret === undefined ? {} : { client_secret: secret }
          output.result({ ...shown, ...once, changed_fields: fields }, [
            fields.length === 0
              ? `${app.name}: nothing to change.`
              : `${app.name}: changed ${fields.join(', ')}.`,
            ...(changed.includes('permissions') ? [reissue(id)] : []),
            ...(isNewType ? [`client_id: ${shown['client_id']}`] : []),
            ...(secret === undefined ? [] : [`client_secret: ${secret}`, ONCE]),
          ])
        },
      ),
    )
}

/** JSON names of the changed fields. */
const FIELDS: Readonly<Record<keyof AppChanges, string>> = {
  name: 'name',
  url: 'url',
  description: 'description',
  callbackUrls: 'callbacks',
  permissions: 'permissions',
  mayReadEmail: 'may_read_email',
  level: 'level',
  termsUrl: 'terms_url',
  privacyUrl: 'privacy_url',
  organisation: 'organisation',
  organisationUrl: 'organisation_url',
  allowsSignIn: 'allows_sign_in',
}

/** The changes that the options request. @throws {UsageError} without any change */
function changesIn(options: UpdateOptions): AppChanges {
  const { name, url, description, permissions, callback, emailRight, level, oauth2 } = options
  const changes: AppChanges = {
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { url }),
    ...(description === undefined ? {} : { description }),
    ...(permissions === undefined ? {} : { permissions: permissionsOption(permissions) }),
    ...(callback === undefined ? {} : { callbackUrls: callback === false ? [] : callback }),
    ...(emailRight === undefined ? {} : { mayReadEmail: emailRight }),
    ...(level === undefined ? {} : { level: levelOption(level) }),
  }
  if (Object.keys(changes).length > 0 || oauth2 !== undefined) return changes
  throw new UsageError(
    'nothing to change; use --name, --url, --description, --permissions, --callback, --level, --oauth2 or --email-right',
  )
}

function reissue(id: bigint): string {
  return `Existing tokens keep the level that they were issued with ("aviary token list --app ${id}" shows it). For the new level, issue a new token with "aviary token create --app ${id} --user SCREEN_NAME --regenerate", or let the user authorize the app again.`
}

function listedObject({ app, owner }: ListedApp): Record<string, unknown> {
  return { ...appObject(app), owner, suspended: app.suspendedAt !== null }
}

function shownObject({ app, owner, enrolment, project, client }: ShownApp): Record<string, unknown> {
  return {
    ...listedObject({ app, owner }),
    consumer_key: app.consumerKey,
    has_bearer_token: app.hasBearer,
    ...(client === undefined ? {} : { client_id: client.clientId, client_type: client.type }),
    in_labs: enrolment.isInLabs,
    ...(project === undefined ? {} : { project_id: project.id, project: project.name }),
  }
}

function appObject(app: App): Record<string, unknown> {
  return {
    app_id: app.id,
    name: app.name,
    url: homeOf(app),
    description: app.description,
    owner_id: app.ownerId,
    permissions: app.permissions,
    callbacks: app.callbackUrls,
    may_read_email: app.mayReadEmail,
    level: app.level,
    created_at: new Date(app.createdAt).toISOString(),
  }
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(' ') : String(value)
}
