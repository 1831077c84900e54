/**
 * Checks that an app is enrolled (registered) for Labs or API v2 (spec/labs-lookup.md#enrolment and
 * spec/labs-lookup.md#early-access).
 */
import { type AppLimits, LIMITS_OF_LEVEL } from '../domain/apps/levels.ts'
import type { RuleProduct } from '../domain/rules/rule.ts'
import type { Scope } from '../lib/scopes.ts'
import { Problem } from './_problems.ts'
import type { Services } from './_services.ts'

const REASON = 'client-not-enrolled'

/** The page on which developers enrolled in the public service. Clients may show its URL. */
const LABS_PAGE = 'https://developer.twitter.com/en/account/labs'
export const PROJECTS_PAGE = 'https://developer.twitter.com/en/docs/projects/overview'

/** The API in which an app must be enrolled to use the rules and streams of a product. */
export function generationOf(product: RuleProduct): 'labs' | '2' {
  return product === '2' ? '2' : 'labs'
}

/**
 * Scopes that an OAuth 2.0 token of a user needs for the calls of a product besides `tweet.read` and
 * `users.read`: none in API v2. Undefined for Labs, which does not accept such tokens.
 */
export function scopesOf(product: RuleProduct): readonly Scope[] | undefined {
  return generationOf(product) === '2' ? [] : undefined
}

/** The limits of an app in API v2. An app without a project has the limits of the lowest level. */
export async function limitsOfApp(
  { enrolments }: Pick<Services, 'enrolments'>,
  appId: bigint,
): Promise<AppLimits> {
  const enrolment = await enrolments.of(appId)
  return LIMITS_OF_LEVEL[enrolment?.level ?? 'standard']
}

/**
 * The limits of an enrolled app. In Labs, all apps have the same limits.
 * @throws {Problem} `clientForbidden` for an app that is not enrolled in Labs, or has no project in API v2
 */
export async function requireEnrolment(
  { enrolments }: Pick<Services, 'enrolments'>,
  generation: 'labs' | '2',
  appId: bigint,
): Promise<AppLimits> {
  const enrolment = await enrolments.of(appId)
  if (generation === 'labs') {
    if (enrolment?.isInLabs === true) return LIMITS_OF_LEVEL.standard
    throw new Problem('clientForbidden', 'This app is not enrolled in Labs.', undefined, {
      client_id: String(appId),
      reason: REASON,
      registration_url: LABS_PAGE,
    })
  }
  if (enrolment?.hasProject === true) return LIMITS_OF_LEVEL[enrolment.level]
  throw new Problem(
    'clientForbidden',
    'When authenticating requests to the second generation, use keys and tokens of an app that is in a project.',
    undefined,
    {
      client_id: String(appId),
      reason: REASON,
      required_enrollment: 'Standard Basic',
      registration_url: PROJECTS_PAGE,
    },
  )
}

/**
 * Checks that an app may use the full archive (spec/v2.md#app-levels). Every app may use it, unless the operator
 * has limited the archive to the highest level.
 * @throws {Problem} `clientForbidden`
 */
export async function requireFullArchive(
  { enrolments, isArchiveOpen }: Pick<Services, 'enrolments' | 'isArchiveOpen'>,
  appId: bigint,
): Promise<void> {
  if (isArchiveOpen) return
  const enrolment = await enrolments.of(appId)
  if (enrolment?.level === 'academic') return
  throw new Problem(
    'clientForbidden',
    'This request must be made using an approved developer account that is enrolled in the requested endpoint. Learn more by visiting our documentation.',
    undefined,
    {
      client_id: String(appId),
      reason: REASON,
      required_enrollment: 'Appropriate Level of API Access',
      registration_url: PROJECTS_PAGE,
    },
  )
}
