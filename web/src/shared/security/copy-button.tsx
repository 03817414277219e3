import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../base/texts/text.tsx'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'

/** Copies a text, and confirms it. */
export function CopyButton({ text }: { readonly text: string }) {
  const t = useText()
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => {},
    )
  return (
    <>
      <Button variant="quiet" icon={copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />} onClick={copy}>
        {t(copied ? 'account.copied' : 'account.copy')}
      </Button>
      <VisuallyHidden>
        <span role="status">{copied && t('account.copied')}</span>
      </VisuallyHidden>
    </>
  )
}
