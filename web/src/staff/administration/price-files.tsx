import type { PayloadOf } from '@portico/contract/call'
import { removePrices, type whatRuns } from '@portico/contract/calls/oversight'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { ConfirmDialog } from '../../kit/forms/confirm-dialog.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './administration.module.css'

type PriceFile = PayloadOf<typeof whatRuns>['prices'][number]

const nameFile = ({ name, entity }: PriceFile) => (name === '' ? entity : name)

/** The files behind each plan's prices; a file that its payer no longer sends can be removed here (IM-8). */
export function PriceFiles({ files, onDone }: { readonly files: readonly PriceFile[]; readonly onDone: () => void }) {
  const t = useText()
  const [asked, setAsked] = useState<PriceFile | null>(null)
  const confirm = async () => {
    if (asked === null) return
    await api.call(removePrices, { body: { fileId: asked.fileId } })
    onDone()
  }
  if (files.length === 0) return null
  return (
    <Card title={t('administration.prices')} className={styles.wide}>
      <p className={lettering.key}>{t('administration.prices.text')}</p>
      <ul className={styles.plain}>
        {files.map((file) => (
          <FileItem key={file.fileId} file={file} onRemove={() => setAsked(file)} />
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        title={t('administration.prices.remove')}
        text={t('administration.prices.remove.text', { name: asked === null ? '' : nameFile(asked) })}
        action={t('administration.prices.remove')}
        onClose={() => setAsked(null)}
        onConfirm={confirm}
      />
    </Card>
  )
}

function FileItem({ file, onRemove }: { readonly file: PriceFile; readonly onRemove: () => void }) {
  const t = useText()
  const format = useMomentFormat()
  const { brand, entity, planId, planName, day, pieces, behind } = file
  const plan = [planName, planId].filter((part) => part !== null).join(', ')
  return (
    <li>
      <p className={styles.badges}>
        <span className={lettering.name}>{plan === '' ? t('administration.prices.every-plan', { brand }) : plan}</span>
        {behind && <Badge tone="warning">{t('administration.prices.behind')}</Badge>}
      </p>
      <p className={lettering.key}>{[nameFile(file), entity, brand].join(' · ')}</p>
      <p className={lettering.key}>
        {t('administration.prices.about', {
          day: day === null ? '' : format.dateLong(day),
          pieces: format.number(pieces),
        })}
      </p>
      <div className={styles.buttons}>
        <Button
          variant="secondary"
          aria-label={t('administration.prices.remove-named', { name: nameFile(file) })}
          onClick={onRemove}
        >
          {t('administration.prices.remove')}
        </Button>
      </div>
    </li>
  )
}
