/** POST account/remove_profile_banner: removes the banner of the user (spec/users.md#pictures). */
import { removeBanner } from '../../../domain/accounts/change-picture.ts'
import { v11Endpoint } from '../_family.ts'

export const accountRemoveProfileBanner = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/account/remove_profile_banner.json'],
  summary: 'Removes the banner of the user.',
  auth: ['user'],
  writes: true,
  window: { user: 15, app: 0 },
  params: {},
  answers: [{ description: 'The user has no banner; the body is empty.' }],
  async handle({ caller, services }) {
    await removeBanner(services, caller.user.id)
    return { status: 200, body: '' }
  },
})
