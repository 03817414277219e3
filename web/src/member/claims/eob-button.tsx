import { claimEob } from '@portico/contract/calls/claims'
import { api } from '../../base/api/api.ts'
import { useText } from '../../base/texts/text.tsx'
import { FileButton } from '../../kit/forms/file-button.tsx'
import type { ClaimData } from '../../shared/claim-parts/claim-looks.ts'
import styles from './claim-details.module.css'

/** Saves the explanation of benefits as PDF (MP-5); there is none before the plan has decided. */
export function EobButton({ claim }: { readonly claim: ClaimData }) {
  const t = useText()
  if (claim.state === 'in-progress') return null
  return (
    <div className={styles.eob}>
      <FileButton
        name={`${claim.claimNumber.replace(/[^\w-]+/g, '-')}.pdf`}
        fetchFile={() => api.call(claimEob, { params: { claimId: claim.claimId } })}
        tooMany="claims.eob-too-many"
      >
        {t('claims.eob')}
      </FileButton>
    </div>
  )
}
