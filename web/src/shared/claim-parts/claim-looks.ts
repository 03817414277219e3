import type { PayloadOf } from '@portico/contract/call'
import type { listClaims, openClaim } from '@portico/contract/calls/claims'
import {
  Accessibility,
  Ambulance,
  Eye,
  FileText,
  FlaskConical,
  Hospital,
  type LucideIcon,
  Pill,
  ScanLine,
  Siren,
  Smile,
  Stethoscope,
} from 'lucide-react'
import type { BadgeProps } from '../../ui/badge.tsx'

export type ClaimPageData = PayloadOf<typeof listClaims>
export type ClaimRow = ClaimPageData['claims'][number]
export type ClaimData = PayloadOf<typeof openClaim>

export const categoryIcons: Readonly<Record<ClaimRow['category'], LucideIcon>> = {
  office: Stethoscope,
  hospital: Hospital,
  emergency: Siren,
  imaging: ScanLine,
  laboratory: FlaskConical,
  pharmacy: Pill,
  dental: Smile,
  vision: Eye,
  equipment: Accessibility,
  transport: Ambulance,
  other: FileText,
}

export const stateTones: Readonly<Record<ClaimData['state'], BadgeProps['tone']>> = {
  'in-progress': 'warning',
  paid: 'success',
  adjusted: 'success',
  'paid-on-appeal': 'success',
  'partly-denied': 'danger',
  denied: 'danger',
  duplicate: 'neutral',
  correction: 'neutral',
  replaced: 'neutral',
}
