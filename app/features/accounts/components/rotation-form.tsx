import { Form, useNavigation } from '@remix-run/react';
import { ROTATION_DAYS } from '~/features/preferences';
import { Button } from '~/ui/button';
import { Select } from '~/ui/select';

/** How long a password may be used before signing in asks for a new one. */
export function RotationForm({ days }: { days: number | null }) {
  const isBusy = useNavigation().formData?.get('act') === 'rotation';
  return (
    <Form method="post" className="flex items-end gap-2">
      <input type="hidden" name="act" value="rotation" />
      <Select label="Ask for a new password" name="days" defaultValue={String(days ?? 0)} className="grow">
        <option value="0">Never</option>
        {ROTATION_DAYS.map((choice) => (
          <option key={choice} value={choice}>
            After {choice} days
          </option>
        ))}
      </Select>
      <Button type="submit" isBusy={isBusy} className="h-11 sm:h-9">
        Save
      </Button>
    </Form>
  );
}
