/**
 * GET users/profile_banner: sizes and URLs of the banner of a user
 * (spec/v1-streams-and-lists.md#other-calls).
 */
import { Type } from 'typebox'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { targetParams } from '../_target.ts'
import { findShown } from '../_target-user.ts'

/** Documented sizes, width first, in pixels. */
const SIZES = {
  ipad: [626, 313],
  ipad_retina: [1252, 626],
  web: [520, 260],
  web_retina: [1040, 520],
  mobile: [320, 160],
  mobile_retina: [640, 320],
  '300x100': [300, 100],
  '600x200': [600, 200],
  '1500x500': [1500, 500],
} as const

const SIZE = Type.Object(
  { h: Type.Integer(), w: Type.Integer(), url: Type.String() },
  { title: 'BannerSize' },
)

const BANNER = Type.Object({ sizes: Type.Record(Type.String(), SIZE) }, { title: 'ProfileBanner' })

export const usersProfileBanner = v11Endpoint({
  paths: ['/1.1/users/profile_banner.json'],
  summary: 'Sizes and URLs of the banner of a user; default: the calling user.',
  auth: ['user'],
  window: { user: 180, app: 0 },
  params: targetParams,
  errors: ['parameterInvalid', 'pageDoesNotExist'],
  answers: [{ schema: BANNER }],
  async handle({ params, caller, services }) {
    const by = params.user_id ?? params.screen_name ?? caller.user.id
    const banner = (await findShown(services, by))?.profile.bannerUrl
    if (banner === undefined) throw new V11Error('pageDoesNotExist')
    const sizes = Object.entries(SIZES).map(([name, [w, h]]) => [name, { h, w, url: `${banner}/${name}` }])
    return { status: 200, body: JSON.stringify({ sizes: Object.fromEntries(sizes) }) }
  },
})
