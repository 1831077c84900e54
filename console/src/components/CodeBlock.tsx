import { Text } from '@mantine/core'
import { COMPONENTS } from '../text/components.ts'
import classes from './CodeBlock.module.css'
import { CopyButton } from './CopyButton.tsx'

interface Props {
  readonly code: string
  /** Name of the block, such as "curl". */
  readonly label: string
  /** True to wrap long lines. By default, the block scrolls sideways. */
  readonly isWrapped?: boolean
}

/** Code with a name and a button to copy it. */
export function CodeBlock({ code, label, isWrapped = false }: Props) {
  return (
    <div className={classes['block']}>
      <div className={classes['head']}>
        <Text size="xs" fw={600} c="dimmed">
          {label}
        </Text>
        <CopyButton value={code} label={COMPONENTS.copyOf(label)} />
      </div>
      <pre className={classes['code']} data-wrapped={isWrapped} tabIndex={0} role="region" aria-label={label}>
        <code>{code}</code>
      </pre>
    </div>
  )
}
