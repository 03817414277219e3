import { claimEob } from '@portico/contract/calls/claims'
import { FileDown } from 'lucide-react'
import { api } from '../api/api.ts'
import { saveAnswer } from '../api/save-file.ts'
import { useAction } from '../api/use-action.ts'
import type { ClaimData } from '../claim-parts/claim-looks.ts'
import { useText } from '../texts/text.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import styles from './claim-details.module.css'

/** Saves the explanation of benefits as PDF (MP-5); there is none before the plan has decided. */
export function EobButton({ claim }: { readonly claim: ClaimData }) {
  const t = useText()
  const saving = useAction({ 'TOO-MANY-REQUESTS': 'claims.eob-too-many' })
  if (claim.state === 'in-progress') return null
  const save = () =>
    saving.run(async () => {
      saveAnswer(
        await api.call(claimEob, { params: { claimId: claim.claimId } }),
        `${claim.claimNumber.replace(/[^\w-]+/g, '-')}.pdf`,
      )
    })
  return (
    <div className={styles.eob}>
      <Button variant="secondary" busy={saving.busy} icon={<FileDown aria-hidden="true" />} onClick={save}>
        {t('claims.eob')}
      </Button>
      {saving.problem !== null && (
        <Alert tone="danger" role="alert">
          <p>{t(saving.problem)}</p>
        </Alert>
      )}
    </div>
  )
}
