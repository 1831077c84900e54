/** GET docs/configuration.js: the settings of the reference page. */
import { cachedAnswer } from '../../http/cached-body.ts'
import { JAVASCRIPT, referenceEndpoint } from '../_reference/family.ts'

/** Settings of Scalar. All features that load, send, store or offer content of other hosts are off. */
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
 * A script that runs before the script of Scalar and configures it. A library inside Scalar compiles functions from
 * text, which the content security policy forbids. The option `jitless` prevents the compilation.
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
