/**
 * Public facts about an app, in addition to its name and home page (spec/console.md#apps). The consent pages show these
 * facts.
 */
import { query } from '../../db/query.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { Refusal } from '../context.ts'
import { isPlainText } from '../plain-text.ts'
import { checkPublicUrl } from './app-details.ts'

/** A text is empty when it is not set. */
export interface AppAbout {
  readonly termsUrl: string
  readonly privacyUrl: string
  /** Up to 100 characters on one line. */
  readonly organisation: string
  readonly organisationUrl: string
  /** If false, `oauth/authenticate` asks the user every time, as `oauth/authorize` does. */
  readonly allowsSignIn: boolean
}

export const NO_ABOUT: AppAbout = Object.freeze({
  termsUrl: '',
  privacyUrl: '',
  organisation: '',
  organisationUrl: '',
  allowsSignIn: true,
})

/** In code points. */
const MAX_ORGANISATION_LENGTH = 100

/**
 * Validates the given facts; undefined facts are skipped.
 * @throws {Refusal} `terms-url-invalid`, `privacy-url-invalid`, `organisation-invalid`, `organisation-url-invalid`
 */
export function checkAppAbout(about: Partial<AppAbout>): void {
  const { termsUrl = '', privacyUrl = '', organisation = '', organisationUrl = '' } = about
  if (termsUrl !== '') checkPublicUrl(termsUrl, 'terms-url-invalid', 'a URL of terms of service')
  if (privacyUrl !== '') checkPublicUrl(privacyUrl, 'privacy-url-invalid', 'a URL of a privacy policy')
  if (organisationUrl !== '') {
    checkPublicUrl(organisationUrl, 'organisation-url-invalid', 'a URL of an organisation')
  }
  if ([...organisation].length > MAX_ORGANISATION_LENGTH || !isPlainText(organisation)) {
    throw new Refusal(
      'organisation-invalid',
      `an organisation has at most ${MAX_ORGANISATION_LENGTH} characters on one line, without control characters`,
    )
  }
}

/** The facts about an app; {@link NO_ABOUT} for an app without facts. */
export async function findAppAbout(reader: Reader, appId: bigint): Promise<AppAbout> {
  const row = await reader.first(aboutOf, { appId })
  if (row === undefined) return NO_ABOUT
  return {
    termsUrl: row.terms_url,
    privacyUrl: row.privacy_url,
    organisation: row.organisation,
    organisationUrl: row.organisation_url,
    allowsSignIn: row.allows_sign_in === 1,
  }
}

/** Stores the facts about an app. The caller must have checked the facts, and runs the transaction. */
export async function setAppAboutIn(tx: Tx, appId: bigint, about: AppAbout): Promise<void> {
  await tx.run(putAbout, {
    appId,
    termsUrl: about.termsUrl,
    privacyUrl: about.privacyUrl,
    organisation: about.organisation,
    organisationUrl: about.organisationUrl,
    allowsSignIn: about.allowsSignIn ? 1 : 0,
  })
}

const aboutOf = query<{ appId: bigint }>()((k, p) =>
  k.selectFrom('app_about').selectAll().where('app_id', '=', p('appId')),
)

const putAbout = query<{
  appId: bigint
  termsUrl: string
  privacyUrl: string
  organisation: string
  organisationUrl: string
  allowsSignIn: number
}>()((k, p) =>
  k
    .insertInto('app_about')
    .values({
      app_id: p('appId'),
      terms_url: p('termsUrl'),
      privacy_url: p('privacyUrl'),
      organisation: p('organisation'),
      organisation_url: p('organisationUrl'),
      allows_sign_in: p('allowsSignIn'),
    })
    .onConflict((conflict) =>
      conflict.column('app_id').doUpdateSet((eb) => ({
        terms_url: eb.ref('excluded.terms_url'),
        privacy_url: eb.ref('excluded.privacy_url'),
        organisation: eb.ref('excluded.organisation'),
        organisation_url: eb.ref('excluded.organisation_url'),
        allows_sign_in: eb.ref('excluded.allows_sign_in'),
      })),
    ),
)
