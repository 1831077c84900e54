import { testAuthorizePage } from '../../../../test/support/oauth/oauth2-authorize.ts'

testAuthorizePage('/2/oauth2/authorize')
