import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'

/** The passkeys of the caller. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: () => dataOf(api.GET('/console/api/passkeys')),
})
