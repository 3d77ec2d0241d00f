type Props = { name: string; email: string; userType: string; roles: string; memberSince: string };

export function ProfileSummary({ name, email, userType, roles, memberSince }: Props) {
  const rows = [
    ['Name', name],
    ['E-mail', email],
    ['Plan', userType],
    ...(roles === '' ? [] : [['Roles', roles]]),
    ['Member since', memberSince],
  ];
  return (
    <dl className="grid grid-cols-[120px_1fr] gap-y-2 text-m">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-2">{label}</dt>
          <dd className="num break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
