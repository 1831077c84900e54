/** GET docs/configuration.js: the settings of the reference page. */
import { cachedAnswer } from '../../http/cached-body.ts'
import { JAVASCRIPT, referenceEndpoint } from '../_reference/family.ts'

/** Settings of Scalar. Everything that would load, send, store or offer content of other hosts is off. */
const CONFIGURATION = {
  url: '/openapi.json',
  withDefaultFonts: false,
  proxyUrl: '',
  telemetry: false,
  agent: { disabled: true, hideAddApi: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  documentDownloadType: 'json',
  operationTitleSource: 'path',
}

/**
 * Runs before the script that it configures. A library inside that script tries to make functions from text, which the
 * policy of the page forbids; with this option it does not try.
 */
const SCRIPT = `globalThis.__zod_globalConfig = { jitless: true }
document.addEventListener('DOMContentLoaded', () => {
  Scalar.createApiReference('#reference', ${JSON.stringify(CONFIGURATION)})
})
`

export const docsConfiguration = referenceEndpoint({
  method: 'GET',
  paths: ['/docs/configuration.js'],
  summary: 'The settings of the reference page, and its start script.',
  answers: [{ type: 'text/javascript' }, { status: 304 }],
  async handle(call) {
    const script = await call.services.cachedBodies.get('docs/configuration.js', () => SCRIPT)
    return cachedAnswer(script, call, JAVASCRIPT)
  },
})
