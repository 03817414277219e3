import type { PayloadOf } from '@portico/contract/call'
import { openOriginal, type whatRuns } from '@portico/contract/calls/oversight'
import { Download } from 'lucide-react'
import { api } from '../../base/api/api.ts'
import { saveAnswer } from '../../base/api/save-file.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { useSizeText } from '../../shared/attachments/size-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './administration.module.css'

type Original = PayloadOf<typeof whatRuns>['originals'][number]

/** The original X12 files, kept for disputes; saving one is in the audit log (FD-4). */
export function Originals({ originals }: { readonly originals: readonly Original[] }) {
  const t = useText()
  return (
    <Card title={t('administration.originals')} className={styles.wide}>
      <p className={lettering.key}>
        {t(originals.length === 0 ? 'administration.originals.none' : 'administration.originals.text')}
      </p>
      <ul className={styles.plain}>
        {originals.map((one) => (
          <OriginalItem key={one.fileId} original={one} />
        ))}
      </ul>
    </Card>
  )
}

function OriginalItem({ original }: { readonly original: Original }) {
  const t = useText()
  const format = useMomentFormat()
  const formatSize = useSizeText()
  const saving = useAction({}, 'administration.failed')
  const { fileId, name, brand, bytes, arrivedAt, keptUntil, held } = original
  const save = () => saving.run(async () => saveAnswer(await api.call(openOriginal, { body: { fileId } }), name))
  return (
    <li>
      <p className={styles.badges}>
        <span className={lettering.name}>{name}</span>
        {held && <Badge tone="warning">{t('administration.originals.held')}</Badge>}
      </p>
      <p className={lettering.key}>
        {t('administration.originals.about', {
          brand: brand ?? t('administration.originals.no-brand'),
          size: formatSize(bytes),
          at: format.dateTime(arrivedAt),
          until: format.dateTime(keptUntil),
        })}
      </p>
      <div className={styles.buttons}>
        <Button
          variant="secondary"
          icon={<Download size={18} aria-hidden />}
          busy={saving.busy}
          aria-label={t('administration.originals.save-named', { name })}
          onClick={save}
        >
          {t('administration.originals.save')}
        </Button>
        <Problem text={saving.problem} />
      </div>
    </li>
  )
}
