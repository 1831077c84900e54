/** GET /console/api/certificate: the time when the TLS certificate ends (spec/console.md#certificate-notice). */
import { Type } from 'typebox'
import { consoleEndpoint, jsonAnswer } from '../_family.ts'

const CERTIFICATE = Type.Object(
  {
    state: Type.Enum(['none', 'valid', 'expiring', 'expired'], {
      description: 'none without TLS; expiring in the last 21 days.',
    }),
    expires_at: Type.Union([Type.String(), Type.Null()], { description: 'ISO 8601; null without TLS.' }),
    days: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Whole days until the certificate ends; negative after the end; null without TLS.',
    }),
  },
  { title: 'ConsoleCertificate' },
)

export const showCertificate = consoleEndpoint({
  paths: ['/console/api/certificate'],
  summary: 'The end of the TLS certificate of the server.',
  params: {},
  answers: [{ schema: CERTIFICATE }],
  async handle({ services }) {
    const found = services.certificate()
    if (found === undefined) return jsonAnswer({ state: 'none', expires_at: null, days: null })
    const { state, expiresAt, days } = found
    return jsonAnswer({ state, expires_at: new Date(expiresAt).toISOString(), days })
  },
})
