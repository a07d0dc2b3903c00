-- 谁在等谁：等的人在做什么，挡着他的人是谁、在什么状态、事务开了多久
select w.pid, w.wait_event_type || '/' || w.wait_event as waits_for, w.query,
       b.pid as blocked_by, b.state as blocker_state,
       b.query as blocker_last_query, now() - b.xact_start as blocker_age
from pg_stat_activity w
  cross join lateral unnest(pg_blocking_pids(w.pid)) as p(pid)
  join pg_stat_activity b on b.pid = p.pid
order by w.query_start;
