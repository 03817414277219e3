import { blankForm, formDocument } from '@portico/contract/calls/forms'
import type { FormKind } from '@portico/rules/forms/kinds'
import { FileDown } from 'lucide-react'
import { api } from '../../base/api/api.ts'
import { saveFile, uptakeMs } from '../../base/api/save-file.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { Button } from '../../ui/button.tsx'

interface DocumentButtonProps {
  /** A blank form, or one that was sent. */
  readonly of: { readonly kind: string } | { readonly messageId: string }
  /** The form's title, so that screen readers can tell several such buttons apart. */
  readonly title: string
}

/** Opens a form as PDF in its own window (MP-21). */
export function DocumentButton({ of, title }: DocumentButtonProps) {
  const t = useText()
  const opening = useAction({ 'TOO-MANY-REQUESTS': 'library.pdf-too-many' }, 'library.pdf-failed')
  const open = () => {
    // Opened right now, while the click counts: later it would be blocked as a pop-up.
    const page = window.open('', '_blank')
    return opening.run(async () => {
      try {
        const answer =
          'kind' in of
            ? await api.call(blankForm, { params: { kind: of.kind as FormKind } })
            : await api.call(formDocument, { params: { messageId: of.messageId } })
        if (!((answer as unknown) instanceof Blob)) throw new TypeError('No file came.')
        const content = new Blob([answer as unknown as Blob], { type: 'application/pdf' })
        if (page === null) return saveFile(content, 'form.pdf')
        const address = URL.createObjectURL(content)
        setTimeout(() => URL.revokeObjectURL(address), uptakeMs)
        page.location.replace(address)
      } catch (error) {
        page?.close()
        throw error
      }
    })
  }
  return (
    <>
      <Button
        variant="secondary"
        busy={opening.busy}
        icon={<FileDown aria-hidden="true" />}
        aria-label={t('library.pdf-named', { title })}
        onClick={open}
      >
        {t('library.pdf')}
      </Button>
      <Problem text={opening.problem} flush />
    </>
  )
}
