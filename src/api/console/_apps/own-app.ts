/**
 * Schemas for apps, projects and credentials, as the console shows them to their owner, and functions that render
 * objects of the schemas.
 */
import { Type } from 'typebox'
import { type App, PERMISSIONS } from '../../../domain/apps/app.ts'
import { type AppAbout, findAppAbout } from '../../../domain/apps/app-about.ts'
import { CLIENT_TYPES } from '../../../domain/apps/oauth2/client.ts'
import type { AppCredentials } from '../../../domain/apps/own/credentials.ts'
import { findProjectOfApp, type Project } from '../../../domain/apps/projects/projects.ts'
import { optionalText } from '../../../http/params.ts'
import type { Services } from '../../_services.ts'
import { consoleBody } from '../_body.ts'
import type { ConsoleReason } from '../_problems.ts'

export const APP_ID = { app_id: optionalText('The id of the app.') }

export const TIME = Type.String({ format: 'date-time' })

const PERMISSION = Type.Enum([...PERMISSIONS])

/**
 * This limit is greater than the limits of the domain. Longer texts therefore get the error of the domain, which
 * names the limit.
 */
const TEXT = Type.String({ maxLength: 2_000 })

/** The fields that the owner of an app chooses. */
const APP_FIELDS = {
  name: TEXT,
  description: TEXT,
  url: TEXT,
  callback_urls: Type.Array(TEXT, { maxItems: 20 }),
  permissions: PERMISSION,
  may_read_email: Type.Boolean(),
  allows_sign_in: Type.Boolean({ description: 'The switch "Enable Sign in".' }),
  terms_url: TEXT,
  privacy_url: TEXT,
  organisation: TEXT,
  organisation_url: TEXT,
}

export const APP_SUMMARY = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    permissions: PERMISSION,
    project_id: Type.Union([Type.String(), Type.Null()]),
    created_at: TIME,
    is_suspended: Type.Boolean(),
  },
  { title: 'ConsoleAppSummary' },
)

export const APP = Type.Object(
  {
    id: Type.String(),
    ...APP_FIELDS,
    level: Type.String(),
    project: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()]),
    created_at: TIME,
    is_suspended: Type.Boolean(),
  },
  { title: 'ConsoleApp' },
)

export const PROJECT = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    use_case: Type.String(),
    description: Type.String(),
    created_at: TIME,
  },
  { title: 'ConsoleProject' },
)

/** Only the response to a request that generates a secret contains the secret. */
export const NEW_KEYS = Type.Object({ consumer_key: Type.String(), consumer_secret: Type.String() })
export const NEW_BEARER = Type.Object({ bearer_token: Type.String() })
export const NEW_TOKEN = Type.Object({
  access_token: Type.String(),
  access_token_secret: Type.String(),
  screen_name: Type.String(),
  permissions: PERMISSION,
})
export const NEW_CLIENT = Type.Object({
  client_id: Type.String(),
  client_type: Type.Enum([...CLIENT_TYPES]),
  client_secret: Type.Union([Type.String(), Type.Null()]),
})

const VERSION = Type.String({
  description:
    'Requests for a change must have this version. The server refuses a change with an older version.',
})

export const CREDENTIALS = Type.Object(
  {
    consumer_key: Type.String(),
    keys_version: VERSION,
    has_bearer_token: Type.Boolean(),
    bearer_version: VERSION,
    access_token: Type.Union([
      Type.Object({ token: Type.String(), permissions: PERMISSION, created_at: TIME }),
      Type.Null(),
    ]),
    access_token_version: VERSION,
    client: Type.Union([
      Type.Object({ client_id: Type.String(), client_type: Type.Enum([...CLIENT_TYPES]) }),
      Type.Null(),
    ]),
    client_version: VERSION,
  },
  { title: 'ConsoleCredentials' },
)

/** Renders an object of the schema {@link CREDENTIALS}. */
export function credentialsBody({ keys, bearer, ...rest }: AppCredentials): object {
  const { accessToken, accessTokenVersion, client, clientVersion } = rest
  return {
    consumer_key: keys.consumerKey,
    keys_version: keys.version,
    has_bearer_token: bearer.isLive,
    bearer_version: bearer.version,
    access_token:
      accessToken === undefined
        ? null
        : {
            token: accessToken.token,
            permissions: accessToken.permissions,
            created_at: timeText(accessToken.createdAt),
          },
    access_token_version: accessTokenVersion,
    client: client === undefined ? null : { client_id: client.clientId, client_type: client.type },
    client_version: clientVersion,
  }
}

export const APP_BODY = Type.Object(APP_FIELDS)

/** The members of a request that changes the details of an app. */
export const DETAIL_CHANGES = {
  name: Type.Optional(APP_FIELDS.name),
  description: Type.Optional(APP_FIELDS.description),
  url: Type.Optional(APP_FIELDS.url),
  callback_urls: Type.Optional(APP_FIELDS.callback_urls),
}
export const APP_CHANGES = consoleBody(Type.Partial(APP_BODY))
export const NEW_APP = consoleBody(
  Type.Object({
    ...Type.Partial(APP_BODY).properties,
    name: TEXT,
    permissions: PERMISSION,
    project_id: Type.Union([Type.String({ maxLength: 20 }), Type.Null()]),
  }),
)

/** Problems of a request with {@link DETAIL_CHANGES}. */
export const DETAIL_ERRORS = [
  'field-invalid',
  'name-too-long',
  'name-invalid',
  'description-invalid',
  'app-url-invalid',
  'callback-invalid',
] as const satisfies readonly ConsoleReason[]

/** Problems of a request with {@link APP_FIELDS}. */
export const APP_FIELD_ERRORS = [
  ...DETAIL_ERRORS,
  'terms-url-invalid',
  'privacy-url-invalid',
  'organisation-invalid',
  'organisation-url-invalid',
] as const satisfies readonly ConsoleReason[]

type Sent = Partial<ReturnType<(typeof NEW_APP)['read']>>

/**
 * The members that the request has, under the names of the domain. Texts are trimmed, because users paste texts with
 * spaces around them.
 */
export function appFields(sent: Sent) {
  const about: Partial<AppAbout> = present({
    termsUrl: sent.terms_url?.trim(),
    privacyUrl: sent.privacy_url?.trim(),
    organisation: sent.organisation?.trim(),
    organisationUrl: sent.organisation_url?.trim(),
    allowsSignIn: sent.allows_sign_in,
  })
  const callbacks = sent.callback_urls?.map((each) => each.trim()).filter((each) => each !== '')
  return {
    ...about,
    ...present({
      description: sent.description?.trim(),
      url: sent.url?.trim(),
      callbackUrls: callbacks === undefined ? undefined : [...new Set(callbacks)],
      mayReadEmail: sent.may_read_email,
    }),
  }
}

function present<Value extends object>(
  value: Value,
): { [Name in keyof Value]?: Exclude<Value[Name], undefined> } {
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return Object.fromEntries(entries) as { [Name in keyof Value]?: Exclude<Value[Name], undefined> }
}

/** Renders an object of the schema {@link APP}. */
export async function appBody({ store }: Pick<Services, 'store'>, app: App): Promise<object> {
  const about = await findAppAbout(store, app.id)
  const project = await findProjectOfApp(store, app.id)
  return {
    id: app.id,
    name: app.name,
    description: app.description,
    url: app.url,
    callback_urls: app.callbackUrls,
    permissions: app.permissions,
    may_read_email: app.mayReadEmail,
    allows_sign_in: about.allowsSignIn,
    terms_url: about.termsUrl,
    privacy_url: about.privacyUrl,
    organisation: about.organisation,
    organisation_url: about.organisationUrl,
    level: app.level,
    project: project === undefined ? null : { id: project.id, name: project.name },
    created_at: timeText(app.createdAt),
    is_suspended: app.suspendedAt !== null,
  }
}

/** Renders an object of the schema {@link PROJECT}. */
export function projectBody({ id, name, useCase, description, createdAt }: Project): object {
  return { id, name, use_case: useCase, description, created_at: timeText(createdAt) }
}

export function timeText(ms: number): string {
  return new Date(ms).toISOString()
}
