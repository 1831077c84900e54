/** GET docs/scalar.js: the script that draws the reference. */
import { cachedAnswer } from '../../http/cached-body.ts'
import { JAVASCRIPT, referenceEndpoint } from '../_reference/family.ts'
import { scalarScript } from '../_reference/scalar.ts'

export const docsScalar = referenceEndpoint({
  method: 'GET',
  paths: ['/docs/scalar.js'],
  summary: 'The script of the reference page.',
  answers: [{ type: 'text/javascript' }, { status: 304 }],
  async handle(call) {
    const script = await call.services.cachedBodies.get('docs/scalar.js', scalarScript)
    return cachedAnswer(script, call, JAVASCRIPT)
  },
})
