/** POST settings/profile: changes the profile of a member (spec/pages.md#settings). */
import { changeUserState } from '../../domain/accounts/change-user-state.ts'
import { updateProfile } from '../../domain/accounts/update-profile.ts'
import { Refusal } from '../../domain/context.ts'
import { optionalText } from '../../http/params.ts'
import { pageEndpoint, SHOWS_OR_SENDS_ON } from '../_pages/family.ts'
import { FORM_TOKEN_FIELD } from '../_pages/form-token.ts'
import { redirectAnswer } from '../_pages/page.ts'
import { accountOwner, accountPage, PROFILE_ACT, refusedBy, SAVED_PATH } from './_account-page.ts'

export const settingsProfile = pageEndpoint({
  method: 'POST',
  paths: ['/settings/profile'],
  summary: 'Changes the profile of a member.',
  params: {
    name: optionalText('1 to 50 characters.'),
    description: optionalText('Up to 160 characters.'),
    location: optionalText('Up to 30 characters.'),
    url: optionalText('A web address of up to 100 characters.'),
    protected: optionalText('`true` to show posts to approved followers only.'),
    [FORM_TOKEN_FIELD]: optionalText('CSRF token of the form.'),
  },
  answers: SHOWS_OR_SENDS_ON,
  async handle(call) {
    const { services, params } = call
    const visitor = await accountOwner(call, PROFILE_ACT)
    const { name, description, location, url } = params
    const userId = visitor.user.id
    const isProtected = params.protected === 'true'
    try {
      await updateProfile(services, { userId, name, description, location, url })
      if (isProtected !== visitor.user.isProtected)
        await changeUserState(services, {
          userId,
          action: isProtected ? 'protect' : 'unprotect',
          isOwn: true,
        })
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'profile-invalid') throw error
      const typed = { name, description, location, url, isProtected }
      const refused = refusedBy('badProfile', `Not saved: ${error.message}.`)
      return accountPage(services, visitor, { ...refused, typed })
    }
    return redirectAnswer(SAVED_PATH, visitor.headers)
  },
})
