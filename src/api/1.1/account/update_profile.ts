/** POST account/update_profile: name, description, location and URL (spec/users.md#update-profile). */
import { updateProfile } from '../../../domain/accounts/update-profile.ts'
import { Refusal } from '../../../domain/context.ts'
import { optionalText } from '../../../http/params.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { USER } from '../_schemas/user.ts'
import { statusOf } from '../_status.ts'
import { userParams, userText, viewOf } from '../_users.ts'

export const accountUpdateProfile = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/account/update_profile.json'],
  summary: 'Updates the profile of the user. Omitted fields do not change; empty fields are cleared.',
  auth: ['user'],
  writes: true,
  // The public table of limits does not list this endpoint (spec/limits.md#v11-limits).
  window: { user: 15, app: 0 },
  params: {
    name: optionalText('1 to 50 characters.'),
    url: optionalText('A URL of up to 100 characters; replaced by a short link.'),
    location: optionalText('Up to 30 characters.'),
    description: optionalText('Up to 160 characters; URLs are replaced by short links.'),
    profile_link_color: optionalText('Three or six hexadecimal digits.'),
    ...userParams,
  },
  errors: ['accountUpdateFailed'],
  answers: [{ schema: USER }],
  async handle({ params, caller, services, outer, sent }) {
    // An empty value differs from a value that was not sent.
    const field = (name: string) => sent.get(name)?.[0]
    const userId = caller.user.id
    const user = await updateProfile(services, {
      userId,
      name: field('name'),
      url: field('url'),
      location: field('location'),
      description: field('description'),
      linkColor: field('profile_link_color'),
    }).catch(failure)
    const status = await statusOf(services, { userId }, userId, params, outer)
    const view = viewOf({ userId }, undefined, userId, params, outer)
    return { status: 200, body: userText(user, { ...view, status }) }
  },
})

function failure(error: unknown): never {
  const isRefused = error instanceof Refusal && error.reason === 'profile-invalid'
  throw isRefused ? new V11Error('accountUpdateFailed', error.message) : error
}
