/** GET account/verify_credentials: the user whose token signs (spec/followers.md section 2). */
import { boolean } from '../../../http/params.ts'
import { v11Endpoint } from '../_family.ts'
import { userObject } from '../_objects/user.ts'

export const accountVerifyCredentials = v11Endpoint({
  paths: ['/1.1/account/verify_credentials.json'],
  summary: 'The user whose token signs the request.',
  auth: ['user'],
  window: { user: 75, app: 0 },
  params: {
    include_entities: boolean({ default: true, description: 'Whether `entities` is there.' }),
    skip_status: boolean({ default: false, description: 'Whether the latest post is left out.' }),
  },
  async handle({ params, caller }) {
    const whole = userObject(caller.user)
    const { entities: _, ...without } = whole
    const user = params.include_entities ? whole : without
    return {
      status: 200,
      body: JSON.stringify({ ...user, suspended: false, needs_phone_verification: false }),
    }
  },
})
