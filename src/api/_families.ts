/**
 * The list of all families of the public surface.
 *
 * Over the size stop: this file imports the endpoints of each family.
 */

import type { Caller } from '../auth/caller.ts'
import type { Family } from '../http/endpoint.ts'
import { type Clock, systemClock } from '../lib/time/clock.ts'
import { CONSOLE_PAGES, IMAGES, LANDING, NETWORK_PAGES, REFERENCE, SURFACE_PAGES } from './_endpoints.ts'
import { imageFamily } from './_images/family.ts'
import { landingFamily } from './_landing/family.ts'
import { networkFamily } from './_network/family.ts'
import { userTokenFamily } from './_oauth2/_family.ts'
import { pageFamily } from './_pages/family.ts'
import { previewFamilies } from './_problem-family.ts'
import { referenceFamily } from './_reference/family.ts'
import type { Services } from './_services.ts'
import { V11_ENDPOINTS } from './1.1/_endpoints.ts'
import { v11Family } from './1.1/_family.ts'
import { V2_ENDPOINTS } from './2/_endpoints.ts'
import { V2_OAUTH2_CALLS, V2_OAUTH2_PAGES } from './2/oauth2/_endpoints.ts'
import { consolePageFamily } from './console/_app/family.ts'
import { consoleFamily } from './console/_family.ts'
import { renderConsoleProblem } from './console/_problems.ts'
import { CONSOLE_ENDPOINTS } from './console/api/_endpoints.ts'
import { OAUTH2_PAGES } from './i/oauth2/_endpoints.ts'
import { LABS_1_ENDPOINTS } from './labs/1/_endpoints.ts'
import { LABS_2_ENDPOINTS } from './labs/2/_endpoints.ts'
import { OAUTH_LEGS, OAUTH_PAGES } from './oauth/_endpoints.ts'
import { oauthFamily } from './oauth/_family.ts'
import { OAUTH2_ENDPOINTS } from './oauth2/_endpoints.ts'
import { oauth2Family } from './oauth2/_family.ts'
import { SETTINGS_PAGES } from './settings/_endpoints.ts'
import { COMPLIANCE_ENDPOINTS } from './stream/compliance/_endpoints.ts'
import { complianceFamily } from './stream/compliance/_family.ts'

/**
 * All public API families in order of precedence. The last family handles every path that no other family
 * owns.
 */
export function publicFamilies(clock: Clock = systemClock): readonly Family<Caller, Services>[] {
  return [
    v11Family(V11_ENDPOINTS),
    pageFamily([...OAUTH_PAGES, ...OAUTH2_PAGES, ...V2_OAUTH2_PAGES, ...SETTINGS_PAGES, ...SURFACE_PAGES]),
    oauthFamily(OAUTH_LEGS),
    oauth2Family(OAUTH2_ENDPOINTS),
    userTokenFamily(V2_OAUTH2_CALLS),
    referenceFamily(REFERENCE),
    imageFamily(IMAGES),
    landingFamily(LANDING),
    consoleFamily(CONSOLE_ENDPOINTS),
    consolePageFamily(CONSOLE_PAGES, renderConsoleProblem),
    complianceFamily(COMPLIANCE_ENDPOINTS, () => clock.now()),
    ...previewFamilies({ 'labs/1': LABS_1_ENDPOINTS, 'labs/2': LABS_2_ENDPOINTS, '2': V2_ENDPOINTS }),
    networkFamily(NETWORK_PAGES),
  ]
}
