import { Alert, Text } from '@mantine/core'
import { IconCertificate } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import { Time } from '../components/Time.tsx'
import { SHELL } from '../text/shell.ts'
import classes from './CertificateNotice.module.css'

const HOUR_MS = 3_600_000

const certificateQuery = queryOptions({
  queryKey: ['certificate'],
  queryFn: () => dataOf(api.GET('/console/api/certificate')),
  staleTime: HOUR_MS,
  refetchInterval: HOUR_MS,
  // An error of this query must not replace the page.
  throwOnError: false,
})

const TEXTS = SHELL.certificate

/** A notice on every page, when the TLS certificate of the server expires soon or has expired. */
export function CertificateNotice() {
  const { data } = useQuery(certificateQuery)
  if (data?.state !== 'expiring' && data?.state !== 'expired') return null
  const isExpired = data.state === 'expired'
  return (
    <div className={classes['notice']}>
      <Alert
        color={isExpired ? 'red' : 'yellow'}
        icon={<IconCertificate size={18} />}
        title={isExpired ? TEXTS.expired : TEXTS.expiring}
        role="status"
      >
        <Text size="md">
          {isExpired ? TEXTS.endedAt : TEXTS.endsAt} <Time value={data.expires_at} as="date" />
          {'. '}
          {isExpired ? TEXTS.afterEnd : TEXTS.beforeEnd}
        </Text>
      </Alert>
    </div>
  )
}
