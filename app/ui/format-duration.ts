/** A duration: "3:12 min", "1:02:03 h". */
export function formatDuration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(whole / 3600);
  return hours > 0 ? `${String(hours)}:${parts.join(':')} h` : `${parts.join(':').replace(/^0/, '')} min`;
}
