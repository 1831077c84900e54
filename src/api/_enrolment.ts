/**
 * Checks that an app is enrolled before a preview answers it (spec/labs-lookup.md#enrolment and
 * spec/labs-lookup.md#early-access).
 */
import type { RuleProduct } from '../domain/rules/rule.ts'
import { Problem } from './_problems.ts'
import type { Services } from './_services.ts'

const REASON = 'client-not-enrolled'

/** Where people of the public service enrolled; clients may show it. */
const LABS_PAGE = 'https://developer.twitter.com/en/account/labs'
const PROJECTS_PAGE = 'https://developer.twitter.com/en/docs/projects/overview'

/** Under which enrolment the rules and streams of a product are. */
export function generationOf(product: RuleProduct): 'labs' | '2' {
  return product === '2' ? '2' : 'labs'
}

/** @throws {Problem} `clientForbidden` for an app out of Labs, or of API v2 one in no project */
export async function requireEnrolment(
  { enrolments }: Pick<Services, 'enrolments'>,
  generation: 'labs' | '2',
  appId: bigint,
): Promise<void> {
  const enrolment = await enrolments.of(appId)
  if (generation === 'labs') {
    if (enrolment?.isInLabs === true) return
    throw new Problem('clientForbidden', 'This app is not enrolled in Labs.', undefined, {
      client_id: String(appId),
      reason: REASON,
      registration_url: LABS_PAGE,
    })
  }
  if (enrolment?.hasProject === true) return
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
