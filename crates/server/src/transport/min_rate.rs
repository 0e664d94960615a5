use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

/// A stream that fails if the other end reads too slowly.
pub(crate) struct MinRateStream<S> {
    stream: S,
    span: Duration,
    /// The bytes sent in the current interval; `None` while no writes are waiting.
    backlog: Option<Backlog>,
}

struct Backlog {
    left: usize,
    timer: Pin<Box<Sleep>>,
}

impl<S> MinRateStream<S> {
    /// Interval at which the rate is checked while writes are waiting.
    pub const INTERVAL: Duration = Duration::from_secs(15);
    /// Minimum number of bytes per interval: 1 KiB per second.
    const MIN_BYTES: usize = 15 << 10;

    pub fn new(stream: S, span: Duration) -> Self {
        Self { stream, span, backlog: None }
    }

    fn pace(&mut self, context: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match (&written, &mut self.backlog) {
            (Poll::Ready(Ok(bytes)), Some(backlog)) => backlog.left += bytes,
            (Poll::Pending, backlog) => {
                let due = || Instant::now() + self.span;
                let backlog =
                    backlog.get_or_insert_with(|| Backlog { left: 0, timer: Box::pin(sleep_until(due())) });
                while backlog.timer.as_mut().poll(context).is_ready() {
                    if backlog.left < Self::MIN_BYTES {
                        return Poll::Ready(Err(ErrorKind::TimedOut.into()));
                    }
                    backlog.left = 0;
                    backlog.timer.as_mut().reset(due());
                }
            }
            _ => {}
        }
        written
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for MinRateStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.pace(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.pace(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        // A completed flush means that nothing is waiting.
        if flushed.is_ready() {
            self.backlog = None;
        }
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for MinRateStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    const INTERVAL: Duration = MinRateStream::<()>::INTERVAL;

    #[tokio::test(start_paused = true)]
    async fn clients_that_do_not_read_are_disconnected() {
        let (ours, theirs) = duplex(1024);
        let failed = MinRateStream::new(ours, INTERVAL).write_all(&vec![0; 1 << 20]).await.unwrap_err();
        assert_eq!(failed.kind(), ErrorKind::TimedOut);
        drop(theirs);
    }

    #[tokio::test(start_paused = true)]
    async fn clients_below_the_minimum_rate_are_disconnected() {
        for (each, patient) in [(500, false), (2000, true)] {
            let (ours, mut theirs) = duplex(1024);
            tokio::spawn(async move {
                let mut piece = vec![0; each];
                loop {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    if theirs.read_exact(&mut piece).await.is_err() {
                        return;
                    }
                }
            });
            let outcome = MinRateStream::new(ours, INTERVAL).write_all(&vec![0; 100_000]).await;
            assert_eq!(outcome.is_ok(), patient, "{each} bytes per second");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn idle_connections_are_not_timed_out() {
        let (ours, mut theirs) = duplex(1024);
        let mut ours = MinRateStream::new(ours, INTERVAL);
        for _ in 0..3 {
            tokio::join!(
                async {
                    ours.write_all(&[0; 3000]).await.unwrap();
                    ours.flush().await.unwrap();
                },
                async { theirs.read_exact(&mut [0; 3000]).await.unwrap() }
            );
            tokio::time::sleep(Duration::from_secs(100)).await;
        }
    }
}
