import { Alert, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { COMPONENTS } from '../text/components.ts'
import { CopyButton } from './CopyButton.tsx'
import classes from './Secret.module.css'

interface Props {
  /** Secrets with their names, such as "API key secret". */
  readonly values: readonly { readonly name: string; readonly value: string }[]
}

/**
 * Secrets that are shown once. Keep them only in the state of a component that closes, and never in the query
 * cache or the URL.
 */
export function Secret({ values }: Props) {
  return (
    <Stack gap="sm">
      <Alert color="yellow" icon={<IconKey size={18} />} p="sm">
        {COMPONENTS.secretOnce}
      </Alert>
      <dl className={classes['list']}>
        {values.map(({ name, value }) => (
          <div key={name} className={classes['row']}>
            <Text component="dt" size="sm" fw={600}>
              {name}
            </Text>
            <dd className={classes['value']}>
              <code className={classes['code']}>{value}</code>
              <CopyButton value={value} label={COMPONENTS.copyOf(name)} />
            </dd>
          </div>
        ))}
      </dl>
    </Stack>
  )
}
