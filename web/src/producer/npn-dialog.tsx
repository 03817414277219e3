import { updateProposalNpn } from '@portico/contract/calls/proposals'
import { checkNpn } from '@portico/rules/agencies/npn'
import { api } from '../base/api/api.ts'
import { useText } from '../base/texts/text.tsx'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import { useForm } from '../kit/forms/use-form.ts'
import { TextField } from '../ui/text-field.tsx'
import type { ProposalDetail } from './types.ts'

interface NpnDialogProps {
  readonly proposal: ProposalDetail
  readonly onSaved: (proposal: ProposalDetail) => void
  readonly onClose: () => void
}

/** Corrects the NPN that a proposal is sold under (AG-3, AG-6). */
export function NpnDialog({ proposal, onSaved, onClose }: NpnDialogProps) {
  const t = useText()
  const { proposalId, version } = proposal
  const form = useForm({
    id: 'proposal-npn',
    initial: { npn: proposal.npn ?? '' },
    secret: 'all',
    label: () => t('producer.npn'),
    check: (_, { npn }) => checkNpn(npn),
  })
  return (
    <FormDialog
      open
      form={form}
      title={t('producer.proposal.npn.title')}
      about={<p>{t('producer.proposal.npn.hint')}</p>}
      action={t('leads.save')}
      problems={{ CONFLICT: 'leads.conflict', 'NOT-FOUND': 'producer.proposal.gone' }}
      send={({ npn }) =>
        api.call(updateProposalNpn, { params: { proposal: proposalId }, body: { version, npn: npn.trim() } })
      }
      onDone={onSaved}
      onClose={onClose}
    >
      <TextField
        {...form.field('npn')}
        label={t('producer.npn')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        required
      />
    </FormDialog>
  )
}
