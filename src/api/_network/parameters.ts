import { optionalText } from '../../http/params.ts'

/** Parameters of the pages of a user. */
export const profileParams = {
  screen_name: optionalText('The user.'),
  before: optionalText('Only posts with smaller ids.'),
}
