import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { COMPONENTS } from '../text/components.ts'

interface Props {
  readonly value: string
  /** Label for screen readers, such as "Copy the API key"; default: "Copy". */
  readonly label?: string
  /** True to show text instead of an icon. */
  readonly withText?: boolean
}

const SHOWN_MS = 2_000

/** A button that copies a value, and confirms it for two seconds. */
export function CopyButton({ value, label = COMPONENTS.copy, withText = false }: Props) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      // Browsers refuse access to the clipboard without TLS or permission.
      notifications.show({ color: 'yellow', message: COMPONENTS.copyFailed })
    }
  }
  const icon = isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />
  const text = isCopied ? COMPONENTS.copied : label
  if (withText) {
    return (
      <Button variant="default" size="xs" leftSection={icon} onClick={copy} aria-live="polite">
        {text}
      </Button>
    )
  }
  return (
    <Tooltip label={text}>
      <ActionIcon variant="subtle" color="gray" aria-label={text} onClick={copy}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
